import { SignalRequest, SignalResponse } from "@livekit/protocol";

/** What the engine may say. */
export type Said = NonNullable<
  NonNullable<ConstructorParameters<typeof SignalResponse>[0]>["message"]
>;

/** The engine's end of a line: the test says what it says. */
export class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  static readonly CONNECTING = 0;
  /** How a line begins. */
  static state = 1;
  readonly heard: SignalRequest[] = [];
  readyState = Line.state;
  binaryType = "";
  onopen?: () => void;
  onclose?: () => void;
  onmessage?: (event: { data: ArrayBuffer }) => void;

  readonly url: URL;

  constructor(url: URL) {
    this.url = url;
    Line.all.push(this);
  }
  send(bytes: Uint8Array) {
    this.heard.push(SignalRequest.fromBinary(bytes));
  }
  close() {
    this.readyState = 3;
  }
  says(message: Said) {
    const { buffer } = Uint8Array.from(new SignalResponse({ message }).toBinary());
    this.onmessage?.({ data: buffer });
  }
  opens() {
    this.readyState = 1;
    this.onopen?.();
  }
  breaks() {
    this.readyState = 3;
    this.onclose?.();
  }
  /** What was said last of a kind. */
  last(kind: SignalRequest["message"]["case"]) {
    return this.heard.findLast(({ message }) => message.case === kind)?.message.value;
  }
}

/** The browser's connection, which writes down what is done to it. */
export class Peer {
  static last: Peer;
  connectionState = "new";
  servers: unknown;
  readonly did: string[] = [];
  readonly transceivers: { mid: string; receiver: { track: object } }[] = [];
  signalingState = "stable";
  onconnectionstatechange?: () => void;

  constructor() {
    Peer.last = this;
  }
  setConfiguration({ iceServers }: RTCConfiguration) {
    this.servers = iceServers;
  }
  addTransceiver(kind: string) {
    const mid = String(this.transceivers.length);
    this.transceivers.push({ mid, receiver: { track: { kind, mid } } });
  }
  getTransceivers() {
    return this.transceivers;
  }
  async createOffer(options?: RTCOfferOptions) {
    const again = options?.iceRestart ? " anew" : "";
    return { sdp: `${this.transceivers.length}${again}\r\na=fmtp:111 useinbandfec=1\r\n` };
  }
  async setLocalDescription({ sdp }: RTCSessionDescriptionInit) {
    this.signalingState = "have-local-offer";
    this.did.push(`offered ${sdp?.split("\r\n")[0]}`);
  }
  async setRemoteDescription({ sdp }: RTCSessionDescriptionInit) {
    this.signalingState = "stable";
    this.did.push(`answered ${sdp}`);
  }
  async addIceCandidate({ candidate }: RTCIceCandidateInit) {
    this.did.push(`candidate ${candidate}`);
  }
  close() {
    this.did.push("closed");
  }
  becomes(state: string) {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

/** The browser's MediaStream. */
export class Stream {
  readonly tracks: unknown[];

  constructor(tracks: unknown[]) {
    this.tracks = tracks;
  }
}
