import { lazyPart } from "@/ui/lazyPart";
import type { LostReason, Part, Playback } from "./types";

export type VideoPlayerProps = {
  assetId: string;
  part: Part;
  /** The first addresses, or what asks for addresses instead of the API. */
  source?: Playback | (() => Promise<Playback>);
  title: string;
  /** The size of the picture, where it is known: the place for it is kept free. */
  width?: number | undefined;
  height?: number | undefined;
  /** The video may no longer be seen; its picture is gone already. */
  onLost: (reason: LostReason) => void;
  /** The first time it plays. */
  onPlay?: () => void;
  autoPlay?: boolean;
};

const Player = lazyPart(
  () => import("./Player").then(({ Player }) => Player),
  <div className="skeleton size-full" />,
);

/** Plays a bought video, or a trailer, from where its viewer was; its place has its size at once. */
export function VideoPlayer(props: VideoPlayerProps) {
  const { assetId, part, title, width, height } = props;
  return (
    <section
      aria-label={`Video player: ${title}`}
      className="relative max-h-[80dvh] w-full overflow-hidden rounded-lg bg-black text-white"
      style={{ aspectRatio: width && height ? `${width} / ${height}` : "16 / 9" }}
    >
      <Player key={`${assetId} ${part}`} {...props} />
    </section>
  );
}

/** Fetches the player before it is shown, such as when somebody reaches for a card. */
export const fetchPlayer = Player.fetch;
