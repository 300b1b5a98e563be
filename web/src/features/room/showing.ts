import type { PlayerHandle } from "@/media/player/usePlayer";
import type { WatchState } from "./watch";

/**
 * What a viewer sees of the public show: off – nothing is on; live – frames arrive; paused – by
 * the viewer or the browser; camera-off – she has switched it off; lost – her picture does not
 * arrive at the site, which waits until then; still – no new frame has come here; the others
 * wait for a first frame.
 */
export type Showing =
  | {
      is:
        | "off"
        | "connecting"
        | "waiting"
        | "reconnecting"
        | "starting"
        | "live"
        | "paused"
        | "still";
    }
  | { is: "camera-off"; hasSound: boolean; isHeard: boolean }
  | { is: "lost"; until: number };

/** How long the site waits for a lost picture (behaviours.md, Public show). */
const grace = 30_000;

type Watched = Pick<WatchState, "phase" | "picture" | "sound" | "isCameraOff" | "lostAt">;
type Played = Pick<PlayerHandle, "shown" | "paused" | "moves"> & {
  sound: { muted: boolean };
};

/** Believes frames first, then the server, then the connection. */
export function showingOf(watched: Watched, { shown, paused, moves, sound }: Played): Showing {
  const { phase, picture, isCameraOff, lostAt } = watched;
  if (phase === "off") return { is: "off" };
  if (isCameraOff && phase !== "reconnecting") {
    const hasSound = watched.sound !== undefined || picture?.sounding === true;
    return { is: "camera-off", hasSound, isHeard: hasSound && !sound.muted };
  }
  const flows = shown && !paused && moves === true;
  if (lostAt !== undefined && !flows) return { is: "lost", until: lostAt + grace };
  if (phase !== "playing") return { is: phase };
  if (paused) return { is: "paused" };
  if (!shown) return { is: "starting" };
  return { is: moves === false ? "still" : "live" };
}
