import { useStore } from "zustand";
import { api, unwrap } from "@/api/client";
import { loadInTheEnd } from "@/lib/loadInTheEnd";
import { socketEndpoint } from "@/settings/boot";
import { createRealtime, type Wire } from "./socket";

/** The page's socket. Features use useSocketEvent, useRoom and useConnection. */
export const realtime = createRealtime({ dial, ticket });

window.addEventListener("online", realtime.hurry);
document.addEventListener("visibilitychange", () => !document.hidden && realtime.hurry());

async function ticket(): Promise<string> {
  const answer = await unwrap(api.POST("/auth/socket-ticket", {}));
  return answer.ticket;
}

// The client library is not needed for the first paint.
async function dial(token: string | undefined): Promise<Wire> {
  const { io } = await loadInTheEnd(() => import("socket.io-client"));
  return io(socketEndpoint(), {
    // Polling is also what older clients call long-polling.
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnection: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 10_000,
    autoConnect: true,
    rejectUnauthorized: true,
    // Not shared with the connection of the session before.
    forceNew: true,
    ...(token !== undefined && { query: { token } }),
  });
}

/** The connection's status, for "reconnecting…" notes. */
export function useConnection() {
  return { status: useStore(realtime.store, (state) => state.status) };
}
