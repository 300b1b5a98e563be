import { lazyPart } from "@/ui/lazyPart";
import { t } from "./texts";
import type { VideoPlayerProps } from "./types";

const Player = lazyPart(
  () => import("./Player").then(({ Player }) => Player),
  <div className="skeleton size-full" />,
);

/** Plays a bought video, or a trailer, from where its viewer was; its place has its size at once. */
export function VideoPlayer(props: VideoPlayerProps) {
  const { assetId, part, title, width, height } = props;
  return (
    <section
      aria-label={t("Video player: {title}", { title })}
      className="relative max-h-[80dvh] w-full overflow-hidden rounded-lg bg-black text-white"
      style={{ aspectRatio: width && height ? `${width} / ${height}` : "16 / 9" }}
    >
      <Player key={`${assetId} ${part}`} {...props} />
    </section>
  );
}

/** Fetches the player before it is shown, such as when somebody reaches for a card. */
export const fetchPlayer = Player.fetch;
