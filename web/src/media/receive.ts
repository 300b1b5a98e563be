import { type Address, reachable } from "./address";
import { createArrivals } from "./arrivals";
import { type Ending, endingOf } from "./ending";
import type { Connection, LineEvents } from "./line";
import { createNegotiation } from "./negotiation";
import type { RemotePicture } from "./remotePicture";
import { type Beginning, openSignal, type Signal } from "./signal";

export type { Quality, RemotePicture } from "./remotePicture";

export type ReceiveEvents = LineEvents & {
  onPicture(picture: RemotePicture | undefined): void;
  onSound(sound: MediaStreamTrack | undefined): void;
  /** Its sender has switched the camera off, or on again. */
  onCameraOff(isOff: boolean): void;
  /** This browser cannot decode the picture; none comes by this way. */
  onUnplayable?(): void;
};

export type Receive = (address: Address, events: ReceiveEvents) => Promise<Connection>;

/** So long a connection may take to come about, in milliseconds. */
const timeout = 15_000;
/** The pauses before the tries to resume a session whose line was lost. */
const pauses = [0, 300, 1200, 2700, 4800, 7000, 7000];
const calm = 2;

/**
 * Watches one person in a media room, by the engine's own protocol: its client library is many times
 * as large, because it also sends (docs/decisions/0053). A connection that fails is reported by the
 * rejection alone; a line that is lost later is mended here, while the picture goes on if it can.
 */
export const receive: Receive = (address, events) =>
  new Promise((resolve, reject) => {
    const url = reachable(address.url);
    const peer = new RTCPeerConnection();
    const arrivals = createArrivals({
      ...events,
      onWanted: (sid, wanted) => signal?.want(sid, wanted),
    });
    const negotiation = createNegotiation(peer, {
      onOffer: (sdp, id) => signal?.offer(sdp, id),
      onTracks: arrivals.came,
    });
    const pictures = new Set<string>();
    let { token } = address;
    let session = "";
    let signal: Signal | undefined;
    let tries = 0;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let isOpen = false;
    let isMending = false;
    let isOver = false;
    const timer = setTimeout(() => end("network"), timeout);
    negotiation.first().then(
      (offer) => dial({ offer }),
      () => end("network"),
    );

    function dial(beginning: Beginning) {
      if (isOver) return;
      signal = openSignal(url, token, beginning, {
        onJoined(sid, iceServers) {
          session = sid;
          peer.setConfiguration({ iceServers });
        },
        onResumed(iceServers) {
          tries = Math.min(tries, calm); // an engine that takes and drops it at once is not pressed
          peer.setConfiguration({ iceServers });
          arrivals.repeat();
          negotiation.restart();
        },
        onAnswer: negotiation.answered,
        onSections: negotiation.extend,
        onCandidate: negotiation.candidate,
        onSenders(senders) {
          for (const { sid, kind } of senders.flatMap(({ tracks }) => tracks))
            if (kind === "video") pictures.add(sid);
          arrivals.sent(senders);
        },
        onUndecodable: (sid) => pictures.has(sid) && events.onUnplayable?.(),
        onToken: (fresh) => {
          token = fresh;
        },
        onLeave: (reason, resume) => (resume ? mend() : end(endingOf(reason))),
        onLost: mend,
      });
    }

    peer.onicecandidate = ({ candidate }) => candidate && signal?.candidate(candidate);
    peer.onconnectionstatechange = () => {
      const { connectionState } = peer;
      if (isOver) return;
      if (connectionState === "connected") return isOpen ? mended() : opened();
      if (connectionState !== "failed" || !isOpen) return; // the engine may know another way
      if (isMending) return end("network");
      suffer();
      mend();
    };
    window.addEventListener("pagehide", leave);

    function opened() {
      isOpen = true;
      clearTimeout(timer);
      arrivals.open();
      resolve({ close });
    }

    /** Another line for the same session; the picture may well go on meanwhile. */
    function mend() {
      if (session === "") return end("network");
      signal?.drop();
      const pause = pauses[tries++];
      if (pause === undefined) return end("network");
      if (peer.connectionState !== "connected") suffer();
      clearTimeout(retry);
      retry = setTimeout(() => {
        dial({ resume: session });
      }, pause);
    }

    function suffer() {
      if (!isOpen) return;
      if (!isMending) events.onMending(true);
      isMending = true;
    }

    function mended() {
      if (isMending) events.onMending(false);
      isMending = false;
    }

    function end(why: Ending) {
      if (isOver) return;
      close();
      if (isOpen) events.onClosed(why);
      else reject(new Error(`no media connection: ${why}`));
    }

    /** A page that is left takes its viewer with it; one that is shown again joins anew. */
    function leave() {
      end("network");
    }

    function close() {
      isOver = true;
      clearTimeout(timer);
      clearTimeout(retry);
      window.removeEventListener("pagehide", leave);
      negotiation.stop();
      signal?.leave();
      peer.close();
    }
  });
