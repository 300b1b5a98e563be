import type { Watching } from "./useWatch";
import type { Wanted } from "./watch";

/** The ways in which a picture comes, as a viewer chooses between them. */
export const ways: readonly { id: Wanted; label: string }[] = [
  { id: "auto", label: "Automatic" },
  { id: "webrtc", label: "Instant" },
  { id: "hls", label: "Steady, a second later" },
];

/** Whether there is anything to choose. */
export function hasTwoWays({ show }: Watching): boolean {
  const { webrtc, hls } = show?.addresses ?? {};
  return webrtc !== undefined && hls !== undefined;
}
