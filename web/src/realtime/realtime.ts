import { startTransition, useEffect, useState } from "react";
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

/**
 * The connection's status, for "reconnecting…" notes. Half a page waits for the connection: what it
 * draws then is drawn in pieces, between which a finger is heard.
 */
export function useConnection() {
  const [status, setStatus] = useState(statusNow);
  useEffect(() => {
    const follow = () => {
      const now = statusNow();
      if (now === "connected") startTransition(() => setStatus(now));
      else setStatus(now);
    };
    follow(); // it may have changed before anybody listened
    return realtime.store.subscribe(follow);
  }, []);
  return { status };
}

const statusNow = () => realtime.store.getState().status;
