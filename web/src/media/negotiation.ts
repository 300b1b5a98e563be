type NegotiationEvents = {
  /** A further offer, under its number. */
  onOffer(sdp: string, id: number): void;
  /** The tracks that come now, by the engine's names. */
  onTracks(tracks: ReadonlyMap<string, MediaStreamTrack>): void;
};

/**
 * A viewer's half of the offers and answers of one peer connection, in which the viewer offers and
 * the engine answers. What is asked is done in its turn, one after the other; what fails is mended by
 * the next offer, or the viewer runs out of patience.
 */
export function createNegotiation(peer: RTCPeerConnection, events: NegotiationEvents) {
  let queue = Promise.resolve();
  let isOver = false;
  /** The newest offer and its number; one that is wanted before its answer is here waits for that. */
  let newest = { sdp: "", id: 0 };
  let isAnswered = true;
  let isWanted = false;

  function inTurn(step: () => Promise<void>) {
    queue = queue.then(() => (isOver ? undefined : step())).catch(() => {});
  }

  function addSections(kind: "audio" | "video", count: number) {
    for (let n = 0; n < count; n++) peer.addTransceiver(kind, { direction: "recvonly" });
  }

  async function make(options?: RTCOfferOptions) {
    const { sdp = "" } = await peer.createOffer(options);
    isAnswered = false;
    newest = { sdp: withStereo(sdp), id: newest.id + 1 };
    return newest;
  }

  async function offer(options?: RTCOfferOptions) {
    const { sdp, id } = await make(options);
    await peer.setLocalDescription({ type: "offer", sdp });
    events.onOffer(sdp, id);
  }

  async function take(sdp: string, id: number, names: ReadonlyMap<string, string>) {
    if (id !== newest.id) return; // to an older offer
    if (peer.signalingState === "stable")
      await peer.setLocalDescription({ type: "offer", sdp: newest.sdp }); // the first one
    await peer.setRemoteDescription({ type: "answer", sdp });
    isAnswered = true;
    const here = peer.getTransceivers().flatMap(({ mid, receiver }) => {
      const name = names.get(mid ?? "");
      return name ? [[name, receiver.track] as const] : [];
    });
    events.onTracks(new Map(here));
    if (isWanted) await offer();
    isWanted = false;
  }

  return {
    /**
     * The first offer, number 1: a picture and a sound. It is described here when its answer comes,
     * because by then the servers are known through which candidates are found.
     */
    async first(): Promise<string> {
      addSections("audio", 1);
      addSections("video", 1);
      return (await make()).sdp;
    },
    /** The engine has more to send than there is room for. */
    extend: (audios: number, videos: number) =>
      inTurn(async () => {
        addSections("audio", audios);
        addSections("video", videos);
        if (isAnswered) await offer();
        else isWanted = true;
      }),
    /** The way to the engine is looked for anew. */
    restart: () => inTurn(() => offer({ iceRestart: true })),
    answered: (sdp: string, id: number, names: ReadonlyMap<string, string>) =>
      inTurn(() => take(sdp, id, names)),
    candidate: (candidate: RTCIceCandidateInit) => inTurn(() => peer.addIceCandidate(candidate)),
    stop() {
      isOver = true;
    },
  };
}

/** A browser takes one channel of a sound unless it says that it takes both. */
function withStereo(offer: string): string {
  return offer.replace(/^(a=fmtp:\d+ .*\buseinbandfec=1.*?)(\r?)$/gm, "$1;stereo=1$2");
}
