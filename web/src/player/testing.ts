import { ApiError } from "@/api/errors";
import { serverNow } from "@/lib/serverTime";
import type { Playback } from "./types";

/** The addresses of Nina's video under a token, good for so long. */
export function addresses(
  token: string,
  lifeMs = 600_000,
  changes: Partial<Playback> = {},
): Playback {
  return {
    playlist: `/media/videos/${token}/master.m3u8`,
    captions: [],
    expiresAt: new Date(serverNow() + lifeMs).toISOString(),
    durationMs: 90_000,
    positionMs: 0,
    ...changes,
  };
}

/** Answers one after the other; an error is thrown, and the last one stays. */
export function answers(...list: (Playback | ApiError)[]) {
  let asked = 0;
  return {
    load: async () => {
      const answer = list[Math.min(asked, list.length - 1)];
      asked += 1;
      if (answer === undefined || answer instanceof ApiError) throw answer;
      return answer;
    },
    get asked() {
      return asked;
    },
  };
}
