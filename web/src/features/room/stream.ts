import type { Address } from "@/media/address";
import type { PlayablePicture } from "@/media/player/usePlayer";

/** The ways to watch: as it happens, or a second later over plain HTTP, which comes through everywhere. */
export type Protocol = "webrtc" | "hls";

/** Those that a show offers. */
export type Addresses = { webrtc?: Address | undefined; hls?: { url: string } | undefined };

/** A picture that comes by either way. */
export type Picture = PlayablePicture;

/** What a stream says while it lasts. */
export type StreamListener = {
  onPicture: (picture: Picture | undefined) => void;
  onSound: (sound: MediaStreamTrack | undefined) => void;
  /** The performer has switched her camera off, or on again. */
  onCameraOff: (isOff: boolean) => void;
  /** The engine's own attempts to mend a connection. */
  onMending: (mending: boolean) => void;
  /** This browser cannot decode the picture as it comes by this way. */
  onUnplayable?: () => void;
  /** The connection is gone for good; a new one needs a new address. */
  onClosed: () => void;
};

export type Stream = { close: () => void };
