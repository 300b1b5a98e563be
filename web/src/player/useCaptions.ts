import { type RefObject, useEffect, useState } from "react";
import { kept } from "./kept";
import type { Captions } from "./types";

/** Which captions are shown: those of the language chosen last on this device, when there are some. */
export function useCaptions(video: RefObject<HTMLVideoElement | null>, list: readonly Captions[]) {
  const [language, setLanguage] = useState(() => kept.captions);
  const [before, setBefore] = useState(language);
  const shown = list.find((one) => one.language === language)?.language;

  // biome-ignore lint/correctness/useExhaustiveDependencies: tracks come with the list.
  useEffect(() => {
    for (const track of video.current?.textTracks ?? []) {
      if (track.kind === "captions") track.mode = track.language === shown ? "showing" : "disabled";
    }
  }, [video, list, shown]);

  function choose(next: string | undefined) {
    if (language !== undefined) setBefore(language);
    setLanguage(next);
    kept.captions = next;
  }

  return {
    list,
    shown,
    choose,
    /** Off, and back to what was on before; answers whether some are shown then. */
    toggle(): boolean {
      if (shown !== undefined) {
        choose(undefined);
        return false;
      }
      const last = list.find((one) => one.language === before) ?? list[0];
      choose(last?.language);
      return last !== undefined;
    },
  };
}

export type CaptionsChoice = ReturnType<typeof useCaptions>;
