import { type Seen, watchSeen } from "./seen";
import type { SentTrack, Wanted } from "./signal";
import { isLineSlow } from "./slowLine";

/** The most a viewer wants; "auto" lets the size of the picture and the line decide. */
export type Quality = "auto" | "medium" | "low";

/** A picture that can be put into a video element. */
export type RemotePicture = {
  attach(element: HTMLVideoElement): void;
  detach(element: HTMLVideoElement): void;
  /** Absent when its sender sends one size only. */
  choose?(quality: Quality): void;
};

/** So long a slow line carries the smallest size, with which the engine begins, and the page: in milliseconds. */
const smallFor = 10_000;

const levels = { low: 0, medium: 1, auto: 2 } as const;

/** A track that arrives as a picture. `want` is told how much of it is wanted, whenever that changes. */
export function remotePicture(
  track: MediaStreamTrack,
  sent: SentTrack,
  want: (wanted: Wanted) => void,
): RemotePicture {
  /** Where it is shown, and how to stop looking how much of it is seen there. */
  const places = new Map<HTMLVideoElement, { seen: Seen; stop: () => void }>();
  let quality: Quality = "auto";
  let last = "";
  let isSmall = isLineSlow();
  if (isSmall) setTimeout(grow, smallFor);

  function grow() {
    isSmall = false;
    if (places.size > 0) ask();
  }

  function ask() {
    const seen = [...places.values()].map((place) => place.seen).filter(({ isSeen }) => isSeen);
    const largest = seen.toSorted((a, b) => b.width + b.height - a.width - a.height)[0];
    const wanted = largest
      ? wantedOf(largest, isSmall ? "low" : quality, sent)
      : { isOff: true as const };
    const said = JSON.stringify(wanted);
    if (said !== last) want(wanted);
    last = said;
  }

  return {
    attach(element) {
      element.autoplay = true;
      element.playsInline = true;
      element.muted = true; // its sound comes on its own
      element.srcObject = new MediaStream([track]);
      const place = { seen: { isSeen: true, width: 0, height: 0 }, stop: () => {} };
      places.set(element, place);
      place.stop = watchSeen(element, (seen) => {
        place.seen = seen;
        ask();
      });
    },
    detach(element) {
      const place = places.get(element);
      if (place === undefined) return;
      place.stop();
      places.delete(element);
      element.srcObject = null;
      ask();
    },
    ...(sent.isLayered && {
      choose(chosen: Quality) {
        quality = chosen;
        isSmall &&= chosen === "auto"; // what a viewer asks for is theirs
        ask();
      },
    }),
  };
}

/** The size on screen, or as good as was chosen where that is less. */
function wantedOf({ width, height }: Seen, quality: Quality, { layers }: SentTrack): Wanted {
  const level = levels[quality];
  const chosen = layers.find((layer) => layer.quality === level);
  const isMeasured = width > 0 && height > 0;
  const isSmaller =
    quality === "auto" || (chosen && width < chosen.width && height < chosen.height);
  return isMeasured && isSmaller ? { width, height } : { quality: level };
}
