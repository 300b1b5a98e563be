import { type RemotePicture, remotePicture } from "./remotePicture";
import type { Sender, SentTrack, Wanted } from "./signal";

type ArrivalEvents = {
  onPicture(picture: RemotePicture | undefined): void;
  onSound(sound: MediaStreamTrack | undefined): void;
  /** Its sender has switched the camera off, or on again. */
  onCameraOff(isOff: boolean): void;
  /** How much of a track is wanted now. */
  onWanted(sid: string, wanted: Wanted): void;
};

/**
 * What arrives in a media room, put together from what its senders say and from the tracks that
 * come: a picture that its sender has switched off is no picture. Nothing is told before `open`.
 */
export function createArrivals(events: ArrivalEvents) {
  const senders = new Map<string, Sender>();
  let tracks: ReadonlyMap<string, MediaStreamTrack> = new Map();
  const wishes = new Map<string, Wanted>();
  let isOpen = false;
  let video: SentTrack | undefined;
  let audio: SentTrack | undefined;

  /** Of what is sent and has come, the first of a kind; one that is shown stays. */
  function arrived(kind: SentTrack["kind"], shown: SentTrack | undefined) {
    const all = [...senders.values()].flatMap((sender) => sender.tracks);
    const here = all.filter((track) => track.kind === kind && tracks.has(track.sid));
    return here.find(({ sid }) => sid === shown?.sid) ?? here[0];
  }

  function tell() {
    if (!isOpen) return;
    const [seen, heard] = [arrived("video", video), arrived("audio", audio)];
    if (heard?.sid !== audio?.sid) events.onSound(heard && tracks.get(heard.sid));
    audio = heard;
    if (seen?.sid !== video?.sid || seen?.isMuted !== video?.isMuted) show(seen);
    video = seen;
  }

  function show(sent: SentTrack | undefined) {
    const track = sent && tracks.get(sent.sid);
    events.onCameraOff(sent?.isMuted ?? false);
    if (sent === undefined || track === undefined || sent.isMuted) {
      if (video && !video.isMuted) events.onPicture(undefined);
      return;
    }
    events.onPicture(
      remotePicture(track, sent, (wanted) => {
        wishes.set(sent.sid, wanted);
        events.onWanted(sent.sid, wanted);
      }),
    );
  }

  return {
    /** What these people send now. */
    sent(changed: readonly Sender[]) {
      for (const sender of changed) senders.set(sender.sid, sender);
      tell();
    },
    /** The tracks that come now, by their names. */
    came(now: ReadonlyMap<string, MediaStreamTrack>) {
      tracks = now;
      tell();
    },
    /** The connection is there: what has come is told. */
    open() {
      isOpen = true;
      tell();
    },
    /** What was asked for, said again over another line. */
    repeat() {
      for (const [sid, wanted] of wishes) events.onWanted(sid, wanted);
    },
  };
}
