import type { Address } from "@/media/address";
import type { RemotePicture } from "@/media/receive";

/** The ways to watch: as it happens, or a second later over plain HTTP, which comes through everywhere. */
export type Protocol = "webrtc" | "hls";

/** Those that a show offers. */
export type Addresses = { webrtc?: Address | undefined; hls?: { url: string } | undefined };

/** A picture that comes by either way. */
export type Picture = RemotePicture & {
  /** It brings its own sound; otherwise that comes as a track. */
  sounding?: boolean;
  /** Absent when it is never behind. */
  delay?: {
    /** Seconds behind where it should be. */
    behind: () => number;
    /** Goes there. */
    catchUp: () => void;
  };
};

/** What a stream says while it lasts. */
export type StreamListener = {
  onPicture: (picture: Picture | undefined) => void;
  onSound: (sound: MediaStreamTrack | undefined) => void;
  /** The engine's own attempts to mend a connection. */
  onMending: (mending: boolean) => void;
  /** The connection is gone for good; a new one needs a new address. */
  onClosed: () => void;
};

export type Stream = { close: () => void };
