/** Which part of a video: the whole of it, or what everybody may see. */
export type Part = "video" | "trailer";

export type Captions = { language: string; label: string; url: string };

/** Where a video is played from, for a while: its addresses hold a token that ends at `expiresAt`. */
export type Playback = {
  playlist: string;
  posterUrl?: string;
  /** A few seconds without sound (MP4), for a card. */
  previewUrl?: string;
  /** Cues (WebVTT), each of which names a part of a picture: `storyboard.jpg#xywh=0,0,160,90`. */
  storyboardUrl?: string;
  captions: Captions[];
  /** In ISO 8601. */
  expiresAt: string;
  durationMs: number;
  /** Where this viewer was last. */
  positionMs: number;
};

/** Why a video may no longer be seen: logged out, refused to this viewer, or not there any more. */
export type LostReason = "signedOut" | "refused" | "gone";

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
