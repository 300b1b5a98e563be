import {
  type RemoteTrack,
  RemoteTrackPublication,
  Room,
  RoomEvent,
  setLogLevel,
  Track,
  type TrackPublication,
  VideoQuality,
} from "livekit-client";
import { type Address, reachable } from "./address";
import type { Connection, LineEvents } from "./line";
import { endingOf } from "./publisher";

/** The most a viewer wants; "auto" lets the size of the picture and the line decide. */
export type Quality = "auto" | "medium" | "low";

/** A picture that can be put into a video element. */
export type RemotePicture = {
  attach(element: HTMLVideoElement): void;
  detach(element: HTMLVideoElement): void;
  /** Absent when its sender sends one size only. */
  choose?(quality: Quality): void;
};

export type ReceiveEvents = LineEvents & {
  onPicture(picture: RemotePicture | undefined): void;
  onSound(sound: MediaStreamTrack | undefined): void;
  /** Its sender has switched the camera off, or on again. */
  onCameraOff(isOff: boolean): void;
};

export type Receive = (address: Address, events: ReceiveEvents) => Promise<Connection>;

const levels = {
  auto: VideoQuality.HIGH,
  medium: VideoQuality.MEDIUM,
  low: VideoQuality.LOW,
};

/** Watches one person in a media room. A picture that its sender switched off is no picture. */
export const receive: Receive = async (address, events) => {
  setLogLevel("error");
  const room = new Room({ adaptiveStream: true });
  let isOpen = false;

  function came(track: RemoteTrack, publication: RemoteTrackPublication) {
    if (track.kind !== Track.Kind.Video) return events.onSound(track.mediaStreamTrack);
    events.onCameraOff(track.isMuted);
    if (!track.isMuted) events.onPicture(pictureOf(track, publication));
  }

  function went(track: RemoteTrack) {
    if (track.kind !== Track.Kind.Video) return events.onSound(undefined);
    events.onCameraOff(false);
    events.onPicture(undefined);
  }

  room
    .on(RoomEvent.TrackSubscribed, came)
    .on(RoomEvent.TrackUnsubscribed, went)
    .on(RoomEvent.TrackMuted, ({ kind }) => {
      if (kind !== Track.Kind.Video) return;
      events.onCameraOff(true);
      events.onPicture(undefined);
    })
    .on(RoomEvent.TrackUnmuted, (publication) => {
      const { kind, track } = publication;
      if (kind !== Track.Kind.Video || track === undefined) return;
      events.onCameraOff(false);
      events.onPicture(pictureOf(track, publication));
    })
    .on(RoomEvent.Reconnecting, () => events.onMending(true))
    .on(RoomEvent.Reconnected, () => events.onMending(false))
    .on(RoomEvent.Disconnected, (reason) => {
      if (isOpen) events.onClosed(endingOf(reason));
      isOpen = false;
    });

  // A connection that fails is reported by the rejection alone.
  await room.connect(reachable(address.url), address.token);
  isOpen = true;
  return {
    close() {
      isOpen = false;
      room.disconnect();
    },
  };
};

// A new object each time: a picture that comes back is a new one to who shows it.
function pictureOf(
  track: Pick<Track, "attach" | "detach">,
  publication: TrackPublication,
): RemotePicture {
  return {
    attach: (element) => track.attach(element),
    detach: (element) => track.detach(element),
    ...(publication instanceof RemoteTrackPublication &&
      publication.simulcasted && {
        choose: (quality: Quality) => publication.setVideoQuality(levels[quality]),
      }),
  };
}
