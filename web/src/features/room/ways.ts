import type { Choice } from "@/media/player/Controls";
import { t } from "./texts";
import type { Watching } from "./useWatch";
import type { Wanted } from "./watch";

/** The ways in which a picture comes, as a viewer chooses between them. */
export const ways = (): readonly { id: Wanted; label: string }[] => [
  { id: "auto", label: t("Automatic") },
  { id: "webrtc", label: t("Instant") },
  { id: "hls", label: t("Steady, a second later") },
];

/** The choice between them, for the player; undefined where there is one only. */
export function wayChoice(watching: Watching): Choice | undefined {
  if (!hasTwoWays(watching)) return undefined;
  return {
    list: ways(),
    chosen: watching.wanted,
    onChoose: (id) => {
      const way = ways().find((one) => one.id === id);
      if (way) watching.chooseWay(way.id);
    },
  };
}

/** Whether there is anything to choose. */
export function hasTwoWays({ show }: Watching): boolean {
  const { webrtc, hls } = show?.addresses ?? {};
  return webrtc !== undefined && hls !== undefined;
}
