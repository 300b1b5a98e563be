import { api, unwrap } from "@/api/client";
import type { Addresses, Protocol } from "./stream";
import type { Joined } from "./watch";

/** Asks to watch what the performer shows now. 409 while nothing is on. */
export async function joinShow(performerId: string): Promise<Joined> {
  const session = await unwrap(
    api.POST("/streaming/join/{performerId}", { params: { path: { performerId } } }),
  );
  return {
    viewers: session.viewers,
    addresses: addressesOf(session.play),
    prefer: session.play?.prefer ?? "webrtc",
    ...(session.startedAt && { startedAt: session.startedAt }),
    ...(session.status === "paused" && session.lostAt && { lostAt: session.lostAt }),
  };
}

function addressesOf(play: (Addresses & { prefer: Protocol }) | undefined): Addresses {
  return { webrtc: play?.webrtc, hls: play?.hls };
}

/** Counts a visit; the server counts a visitor once an hour. */
export function countView(id: string): Promise<unknown> {
  return unwrap(api.POST("/performers/{id}/inc-view", { params: { path: { id } } }));
}

/** How many watch the performer's public show now. 404 while nothing is on. */
export async function countViewers(performerId: string): Promise<number> {
  const session = await unwrap(
    api.GET("/streaming/session/{performerId}/{type}", {
      params: { path: { performerId, type: "public" } },
    }),
  );
  return session.viewers;
}
