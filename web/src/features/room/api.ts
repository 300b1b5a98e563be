import { api, unwrap } from "@/api/client";
import { readBoot } from "@/settings/boot";
import type { Addresses, Protocol } from "./stream";
import type { Joined } from "./watch";

/** So long after the page was asked for its show is as good as one that is asked for, in milliseconds. */
const fresh = 30_000;
let booted = readBoot().show;

/** What the page brought along of this performer's show, once: it holds for one connection. */
function openedWith(performerId: string) {
  const session = booted?.performerId === performerId ? booted : undefined;
  booted = undefined;
  return performance.now() < fresh ? session : undefined;
}

/** Asks to watch what the performer shows now. 409 while nothing is on. */
export async function joinShow(performerId: string): Promise<Joined> {
  const opened = openedWith(performerId);
  const session =
    opened ??
    (await unwrap(
      api.POST("/streaming/join/{performerId}", { params: { path: { performerId } } }),
    ));
  return {
    ...(opened && { took: pageTook() }),
    viewers: session.viewers,
    addresses: addressesOf(session.play),
    prefer: session.play?.prefer ?? "webrtc",
    ...(session.startedAt && { startedAt: session.startedAt }),
    ...(session.status === "paused" && session.lostAt && { lostAt: session.lostAt }),
  };
}

/** How long the page's answer took to begin. */
function pageTook(): number {
  const [page] = performance.getEntriesByType("navigation");
  return page instanceof PerformanceNavigationTiming ? page.responseStart - page.requestStart : 0;
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
