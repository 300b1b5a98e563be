import { useEffect, useEffectEvent, useState } from "react";
import { askPlayback, savePosition } from "./api";
import { lostByError, openRights, type Rights } from "./rights";
import type { LostReason, Part, Playback } from "./types";

type PlaybackOptions = {
  assetId: string;
  part: Part;
  /** The first addresses, or what asks for addresses instead of the API. */
  source?: Playback | (() => Promise<Playback>) | undefined;
  isWatched: () => boolean;
  onLost: (reason: LostReason) => void;
};

export type PlaybackState =
  | { status: "asking" }
  | { status: "failed"; error: unknown }
  | { status: "open"; rights: Rights }
  | { status: "lost"; reason: LostReason };

/** Asks for the addresses of a video and keeps them valid; all that the player gets from the API goes through here. */
export function usePlayback({ assetId, part, source, isWatched, onLost }: PlaybackOptions) {
  const [state, setState] = useState<PlaybackState>({ status: "asking" });
  const [attempt, setAttempt] = useState(0);
  const load = useEffectEvent(() =>
    typeof source === "function" ? source() : askPlayback(assetId, part),
  );
  const first = useEffectEvent(() =>
    typeof source === "object" && attempt === 0 ? Promise.resolve(source) : load(),
  );
  const watched = useEffectEvent(isWatched);
  const lose = useEffectEvent((reason: LostReason) => {
    setState({ status: "lost", reason });
    onLost(reason);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another video, or another attempt, begins anew.
  useEffect(() => {
    let rights: Rights | undefined;
    let left = false;
    setState({ status: "asking" });
    first().then(
      (playback) => {
        if (left) return;
        rights = openRights({ first: playback, load: () => load(), isWatched: () => watched() });
        rights.listen({
          onLost: (reason) => lose(reason),
          onRenewed: () => {},
          onReachable: () => {},
        });
        setState({ status: "open", rights });
      },
      (error: unknown) => {
        if (left) return;
        const reason = lostByError(error);
        if (reason === undefined) setState({ status: "failed", error });
        else lose(reason);
      },
    );
    return () => {
      left = true;
      rights?.close();
    };
  }, [assetId, part, attempt]);

  return {
    state,
    retry: () => setAttempt((was) => was + 1),
    /** Only of what was bought; that it could not be kept is made good by the next time. */
    keep(positionMs: number, keepalive: boolean) {
      if (part === "video") savePosition(assetId, positionMs, keepalive).catch(() => {});
    },
  };
}
