import { usePlayer } from "@/media/player/usePlayer";
import { showingOf } from "./showing";
import type { Watching } from "./useWatch";

/** The player of what is watched, and what it shows. */
export function useRoomPlayer(watching: Watching) {
  const player = usePlayer({
    picture: watching.picture,
    track: watching.sound,
    heard: "public",
    onFrame: watching.saw,
    onHeld: watching.held,
  });
  return { player, showing: showingOf(watching, player) };
}
