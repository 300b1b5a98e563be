/** Which film of a video: the whole one, or what everybody may see of it. */
export type Part = "video" | "trailer";

export type Captions = { language: string; label: string; url: string };

/** Where a film is played from, for a while: its addresses hold a token that ends at `expiresAt`. */
export type Playback = {
  playlist: string;
  posterUrl?: string;
  /** Cues (WebVTT), each of which names a part of a picture: `storyboard.jpg#xywh=0,0,160,90`. */
  storyboardUrl?: string;
  captions: Captions[];
  /** In ISO 8601. */
  expiresAt: string;
  durationMs: number;
  /** Where this viewer was last. */
  positionMs: number;
};

/** Why a film may no longer be seen: logged out, refused to this viewer, or not there any more. */
export type LostReason = "signedOut" | "refused" | "gone";
