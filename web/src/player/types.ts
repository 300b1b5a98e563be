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
