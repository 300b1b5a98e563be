import type { RemoteTrack, RemoteTrackPublication } from "livekit-client";

/** Where to connect and what lets in (api.md, Shows). */
export type Address = { url: string; token: string };

/** The ways to watch: as it happens, or a second later over plain HTTP, which comes through everywhere. */
export type Protocol = "webrtc" | "hls";

/** Those that a show offers. */
export type Addresses = { webrtc?: Address | undefined; hls?: { url: string } | undefined };

/** The most a viewer wants; "auto" lets the size of the picture and the line decide. */
export type Quality = "auto" | "medium" | "low";

/** A picture that can be put into a video element. */
export type Picture = {
  attach: (element: HTMLVideoElement) => void;
  detach: (element: HTMLVideoElement) => void;
  /** Absent when the performer sends one size only. */
  choose?: (quality: Quality) => void;
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

export type StreamListener = {
  onPicture: (picture: Picture | undefined) => void;
  onSound: (sound: MediaStreamTrack | undefined) => void;
  /** The engine's own attempts to mend a connection. */
  onMending: (mending: boolean) => void;
  /** The connection is gone for good; a new one needs a new token. */
  onClosed: () => void;
};

export type Stream = { close: () => void };

/** Connects to a show as a viewer. The client library is loaded here and nowhere else. */
export async function openStream(address: Address, listener: StreamListener): Promise<Stream> {
  const { Room, RoomEvent, Track, VideoQuality } = await import("livekit-client");
  const room = new Room({ adaptiveStream: true });
  let closed = false;

  const levels = {
    auto: VideoQuality.HIGH,
    medium: VideoQuality.MEDIUM,
    low: VideoQuality.LOW,
  };
  const pictureOf = (track: RemoteTrack, publication: RemoteTrackPublication): Picture => ({
    attach: (element) => track.attach(element),
    detach: (element) => track.detach(element),
    ...(publication.simulcasted && {
      choose: (quality: Quality) => publication.setVideoQuality(levels[quality]),
    }),
  });

  room
    .on(RoomEvent.TrackSubscribed, (track, publication) => {
      if (track.kind === Track.Kind.Video) listener.onPicture(pictureOf(track, publication));
      else listener.onSound(track.mediaStreamTrack);
    })
    .on(RoomEvent.TrackUnsubscribed, (track) => {
      if (track.kind === Track.Kind.Video) listener.onPicture(undefined);
      else listener.onSound(undefined);
    })
    .on(RoomEvent.Reconnecting, () => listener.onMending(true))
    .on(RoomEvent.Reconnected, () => listener.onMending(false))
    .on(RoomEvent.Disconnected, () => {
      if (!closed) listener.onClosed();
      closed = true;
    });

  // A connection that fails is reported by the rejection alone.
  closed = true;
  await room.connect(reachable(address.url), address.token);
  closed = false;
  return {
    close: () => {
      closed = true;
      room.disconnect();
    },
  };
}

/** The engine's address; on this very host it is this page's origin, whatever port or proxy leads here. */
export function reachable(url: string, here: Location = location): string {
  return new URL(url, here.href).hostname === here.hostname ? here.origin : url;
}
