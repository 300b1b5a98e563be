import {
  ConnectionQuality,
  type LocalTrackPublication,
  Room,
  RoomEvent,
  setLogLevel,
  Track,
  type TrackPublishOptions,
  VideoPresets,
} from "livekit-client";
import { type Address, reachable } from "./address";
import type { Camera, CameraState } from "./camera";
import type { Height } from "./choice";
import { endingOf } from "./ending";
import { type Count, countOf, watchFrames } from "./frames";

/** How good the way to the server is. */
export type Quality = "good" | "fair" | "poor";

/** What a publication says while it lasts. After `ended` nothing follows. */
export type PublisherEvents = {
  /** The connection is lost; it is being mended. */
  onLost(): void;
  onBack(): void;
  /** `network`: mending failed. `removed`: the server closed it. */
  onEnded(why: "network" | "removed"): void;
  onQuality(quality: Quality): void;
  /** Whether pictures arrive at the server now. Nobody knows before the first word. */
  onFrames(flow: boolean): void;
};

/** A running publication. `close` ends it without an event. */
export type Publication = { close(): void };

export type Publish = (
  address: Address,
  camera: Camera,
  events: PublisherEvents,
) => Promise<Publication>;

const encodings = {
  360: { maxBitrate: 800_000, maxFramerate: 30 },
  720: { maxBitrate: 2_500_000, maxFramerate: 30 },
  1080: { maxBitrate: 4_500_000, maxFramerate: 30 },
} as const;

const lowerLayers = {
  360: [VideoPresets.h180],
  720: [VideoPresets.h180, VideoPresets.h360],
  1080: [VideoPresets.h360, VideoPresets.h720],
} as const;

/**
 * Sends the camera to the media engine, and follows it: another device, muting
 * and switching off. Throws when nothing could be sent.
 */
export const publish: Publish = async (address, camera, events) => {
  setLogLevel("error");
  const room = new Room({ stopLocalTrackOnUnpublish: false, disconnectOnPageLeave: true });
  const sender = await connect(room, address, camera);
  const unwatch = watchFrames(sender.count, events.onFrames);
  const stop = () => {
    sender.stop();
    unwatch();
  };
  listen(room, events, stop);
  return {
    close() {
      room.removeAllListeners();
      stop();
      room.disconnect(false);
    },
  };
};

// What is sent is named as soon as the server listens, while the connection is still being made.
async function connect(room: Room, { url, token }: Address, camera: Camera): Promise<Sender> {
  const listens = new Promise<void>((resolve) => {
    room.once(RoomEvent.SignalConnected, resolve);
  });
  const connected = room.connect(reachable(url), token, { autoSubscribe: false });
  const sending = Promise.race([listens, connected]).then(() => sendTracks(room, camera));
  try {
    const [sender] = await Promise.all([sending, connected]);
    return sender;
  } catch (error) {
    sending.then(
      (sender) => sender.stop(),
      () => {},
    );
    room.disconnect(false);
    throw error;
  }
}

function listen(room: Room, events: PublisherEvents, stop: () => void) {
  room.on(RoomEvent.SignalReconnecting, events.onLost);
  room.on(RoomEvent.Reconnecting, events.onLost);
  room.on(RoomEvent.Reconnected, events.onBack);
  room.on(RoomEvent.Disconnected, (reason) => {
    stop();
    events.onEnded(endingOf(reason));
  });
  room.on(RoomEvent.ConnectionQualityChanged, (quality, participant) => {
    if (participant.isLocal) events.onQuality(inWords(quality));
  });
}

function inWords(quality: ConnectionQuality): Quality {
  if (quality === ConnectionQuality.Excellent) return "good";
  return quality === ConnectionQuality.Good ? "fair" : "poor";
}

type Sender = { stop(): void; count(): Promise<Count | undefined> };

// Follows the camera until `stop` is called.
async function sendTracks(room: Room, camera: Camera): Promise<Sender> {
  const sent: Partial<Record<"video" | "audio", LocalTrackPublication>> = {};

  // Both at once: they share the round of negotiation.
  async function follow(state: CameraState) {
    await Promise.all([followVideo(state), followAudio(state)]);
  }

  async function followVideo({ video, choice, isCameraOn }: CameraState) {
    if (video !== undefined) {
      if (sent.video === undefined) sent.video = await sendVideo(room, video, choice.height);
      else await replaced(sent.video, video);
    }
    await muted(sent.video, !isCameraOn);
  }

  async function followAudio({ audio, isMicrophoneOn }: CameraState) {
    if (audio !== undefined) {
      if (sent.audio === undefined) sent.audio = await sendAudio(room, audio);
      else await replaced(sent.audio, audio);
    }
    await muted(sent.audio, !isMicrophoneOn);
  }

  await follow(camera.store.getState());
  // One change at a time: a track cannot be replaced while it is being replaced.
  let queue = Promise.resolve();
  const later = () => {
    queue = queue.then(() => follow(camera.store.getState())).catch(() => {});
  };
  later();
  async function count() {
    const report = await sent.video?.track?.sender?.getStats();
    return report && countOf(report);
  }
  return { stop: camera.store.subscribe(later), count };
}

async function sendVideo(room: Room, track: MediaStreamTrack, height: Height) {
  const options: TrackPublishOptions = {
    source: Track.Source.Camera,
    simulcast: true,
    videoEncoding: encodings[height],
    videoSimulcastLayers: [...lowerLayers[height]],
    // A changing picture size would restart the decoders of segment players.
    degradationPreference: "maintain-resolution",
    backupCodec: false,
  };
  const send = (videoCodec: "h264" | "vp8") =>
    room.localParticipant.publishTrack(track, { ...options, videoCodec });
  if (!encodesH264()) return send("vp8");
  return send("h264").catch(() => send("vp8"));
}

function encodesH264(): boolean {
  const capabilities = RTCRtpSender.getCapabilities("video");
  return capabilities?.codecs.some(({ mimeType }) => /h264/i.test(mimeType)) ?? false;
}

function sendAudio(room: Room, track: MediaStreamTrack) {
  return room.localParticipant.publishTrack(track, {
    source: Track.Source.Microphone,
    red: true,
    dtx: true,
  });
}

async function replaced({ track }: LocalTrackPublication, by: MediaStreamTrack) {
  if (track === undefined || track.mediaStreamTrack === by) return;
  await track.replaceTrack(by, { userProvidedTrack: true });
}

async function muted(publication: LocalTrackPublication | undefined, wanted: boolean) {
  const track = publication?.track;
  if (track === undefined || track.isMuted === wanted) return;
  if (wanted) await track.mute();
  else await track.unmute();
}
