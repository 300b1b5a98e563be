import { encode, Fields } from "./wire";

// The numbers of messages and fields are those of the engine's protocol (livekit_rtc.proto and
// livekit_models.proto of github.com/livekit/protocol).

/** The version of the protocol that is spoken here: how the engine ends a session and names tracks. */
const protocol = 15;

/** The release of the engine's own client that ours is like: to one before 1.6.3 it says nothing of a resumed session. */
const release = "2.0.0";

/** The browsers whose ways the engine minds, by the names that it knows. */
function browser(): string {
  const { userAgent } = navigator;
  if (/Firefox\//.test(userAgent)) return "firefox";
  return /Safari\//.test(userAgent) && !/Chrom|Android/.test(userAgent) ? "safari" : "";
}

/** So long a quiet line is believed in before the engine has said how long, in milliseconds. */
const firstTimeout = 15_000;

/** A track that somebody in the room sends. */
export type SentTrack = {
  sid: string;
  kind: "video" | "audio";
  /** Its sender has switched it off. */
  isMuted: boolean;
  /** It is sent in several sizes. */
  isLayered: boolean;
  /** Those sizes, by how good they are: 0, 1, 2. */
  layers: readonly { quality: number; width: number; height: number }[];
};

/** Somebody else in the room, and what they send now. */
export type Sender = { sid: string; tracks: readonly SentTrack[] };

export type SignalEvents = {
  /** The connection is accepted; `sid` names it when it is to be resumed. */
  onJoined(sid: string, servers: RTCIceServer[]): void;
  /** The session goes on over this connection. */
  onResumed(servers: RTCIceServer[]): void;
  /** The answer to the offer of this number, and which track comes in which of its sections. */
  onAnswer(sdp: string, id: number, tracks: ReadonlyMap<string, string>): void;
  /** An offer is wanted, with so many more sections. */
  onSections(audios: number, videos: number): void;
  onCandidate(candidate: RTCIceCandidateInit): void;
  /** What these people send has changed; who has left sends nothing. */
  onSenders(senders: readonly Sender[]): void;
  /** This browser cannot decode a track, of which therefore nothing comes. */
  onUndecodable(sid: string): void;
  /** The token for the next connection. */
  onToken(token: string): void;
  /** The engine ends the session: why, and whether it is to be resumed. */
  onLeave(reason: number, resume: boolean): void;
  /** The connection is gone, or was never made. */
  onLost(): void;
};

/** How much of a track is wanted. */
export type Wanted =
  | { isOff: true }
  | { isOff?: false; quality: number }
  | { isOff?: false; width: number; height: number };

/** What a connection begins with: a first offer, or the session that is to go on. */
export type Beginning = { offer: string } | { resume: string };

/**
 * Opens the line over which a viewer and the media engine arrange a session (kit/sfu passes it on).
 * The first offer, number 1, is posted on a connection that the page has, and its answer is all that
 * media needs to begin; the WebSocket then goes on with that session. Where that cannot be, the
 * WebSocket begins with the offer in its address. What is said before it is there waits for it.
 */
export function openSignal(url: string, token: string, beginning: Beginning, events: SignalEvents) {
  let socket: WebSocket | undefined;
  let isOver = false;
  let timeout = firstTimeout;
  let pings: ReturnType<typeof setInterval> | undefined;
  let silence = setTimeout(lost, timeout);
  const unsaid: Uint8Array<ArrayBuffer>[] = [];
  const gone = new AbortController();
  open().catch(lost);

  async function open() {
    const request = await pack(requestOf(beginning));
    const first =
      "offer" in beginning ? await firstFlight(url, token, request, gone.signal) : undefined;
    if (isOver) return;
    dial(first ? { held: first.text(2) } : { join_request: request });
    for (const said of first?.messages(1) ?? []) if (!isOver) hear(said);
  }

  function dial(asked: Record<string, string>) {
    const line = new WebSocket(addressOf(url, { access_token: token, ...asked }));
    line.binaryType = "arraybuffer";
    line.onopen = () => {
      for (const message of unsaid.splice(0)) line.send(message);
      if (isOver) line.close();
    };
    line.onclose = lost;
    line.onmessage = ({ data }) => {
      if (isOver || !(data instanceof ArrayBuffer)) return;
      clearTimeout(silence);
      silence = setTimeout(lost, timeout);
      hear(new Fields(new Uint8Array(data)));
    };
    socket = line;
  }

  function hear(said: Fields) {
    const join = said.message(1);
    if (join) {
      keepAlive(join.number(11), join.number(10));
      events.onJoined(join.message(2)?.text(1) ?? "", serversOf(join.messages(5)));
      events.onSenders(join.messages(3).map(senderOf));
    }
    const resumed = said.message(19);
    if (resumed) {
      keepAlive(5, firstTimeout / 1000);
      events.onResumed(serversOf(resumed.messages(1)));
    }
    const answer = said.message(2);
    if (answer) {
      const tracks = answer.messages(4).map((pair) => [pair.text(1), pair.text(2)] as const);
      events.onAnswer(answer.text(2), answer.number(3), new Map(tracks));
    }
    const wanted = said.message(25);
    if (wanted) events.onSections(wanted.number(1), wanted.number(2));
    const candidate = said.message(4);
    if (candidate?.text(1)) events.onCandidate(JSON.parse(candidate.text(1)));
    const update = said.message(5);
    if (update) events.onSenders(update.messages(1).map(senderOf));
    const refused = said.message(21);
    if (refused?.number(2) === codecUnsupported) events.onUndecodable(refused.text(1));
    const token = said.text(16);
    if (token) events.onToken(token);
    const leave = said.message(8);
    if (leave) events.onLeave(leave.number(2), leave.number(3) === 1);
  }

  /** Both sides show that they are there: `every` and `within` seconds. */
  function keepAlive(every: number, within: number) {
    if (within > 0) timeout = within * 1000;
    if (every === 0) return;
    pings = setInterval(() => send({ 16: encode({ 1: Date.now() }) }), every * 1000);
  }

  function send(message: Parameters<typeof encode>[0]) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(encode(message));
    else if (!isOver) unsaid.push(encode(message));
  }

  function lost() {
    if (isOver) return;
    end();
    events.onLost();
  }

  function end() {
    isOver = true;
    clearTimeout(silence);
    clearInterval(pings);
    gone.abort();
    // What is still to be said, a goodbye, is said first.
    if (unsaid.length === 0 || socket?.readyState !== WebSocket.CONNECTING) socket?.close();
  }

  return {
    offer: (sdp: string, id: number) => send({ 1: offerOf(sdp, id) }),
    candidate: (candidate: RTCIceCandidate) =>
      send({ 3: encode({ 1: JSON.stringify(candidate) }) }),
    want(sid: string, wanted: Wanted) {
      const shape = wanted.isOff ? { 3: true } : sizeOf(wanted);
      send({ 7: encode({ 1: [sid], ...shape }) });
    },
    /** Says goodbye, so that nobody counts this viewer any longer. */
    leave() {
      send({ 8: encode({ 2: 1 }) });
      end();
    },
    /** Ends without a word: the session is to be resumed. */
    drop() {
      unsaid.length = 0;
      end();
    },
  };
}

export type Signal = ReturnType<typeof openSignal>;

/** The engine's first flight, in answer to a join request; undefined where the WebSocket has to begin. */
async function firstFlight(url: string, token: string, request: string, gone: AbortSignal) {
  if (new URL(url).origin !== location.origin) return undefined; // the page may speak with no other
  const answer = await fetch("/rtc/v1", {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: request,
    priority: "high",
    signal: gone,
  }).catch(() => undefined);
  const bytes = answer?.ok ? await answer.arrayBuffer().catch(() => undefined) : undefined;
  return bytes && new Fields(new Uint8Array(bytes));
}

function offerOf(sdp: string, id: number) {
  return encode({ 1: "offer", 2: sdp, 3: id });
}

function requestOf(beginning: Beginning) {
  return encode({
    1: encode({ 1: 1, 2: release, 3: protocol, 7: browser() }),
    2: encode({ 1: true, 2: true }), // every track, as large as it is seen
    ...("offer" in beginning
      ? { 6: offerOf(beginning.offer, 1) }
      : { 7: true, 9: beginning.resume }),
  });
}

/** Makes a request short enough for an address, where the browser can. */
async function pack(request: Uint8Array<ArrayBuffer>): Promise<string> {
  let packed = encode({ 2: request });
  if ("CompressionStream" in window) {
    const small = new Blob([request]).stream().pipeThrough(new CompressionStream("gzip"));
    packed = encode({ 1: 1, 2: new Uint8Array(await new Response(small).arrayBuffer()) });
  }
  return btoa(String.fromCharCode(...packed))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

function addressOf(url: string, asked: Record<string, string>): URL {
  const address = new URL(url);
  address.protocol = address.protocol.replace("http", "ws");
  address.pathname = `${address.pathname.replace(/\/$/, "")}/rtc/v1`;
  address.search = String(new URLSearchParams(asked));
  return address;
}

function sizeOf(wanted: { quality: number } | { width: number; height: number }) {
  return "quality" in wanted
    ? { 4: wanted.quality }
    : { 5: Math.ceil(wanted.width), 6: Math.ceil(wanted.height) };
}

function serversOf(list: readonly Fields[]): RTCIceServer[] {
  return list.map((server) => ({
    urls: server.texts(1),
    username: server.text(2),
    credential: server.text(3),
  }));
}

const codecUnsupported = 1; // SubscriptionError SE_CODEC_UNSUPPORTED
const gone = 3; // ParticipantInfo.State DISCONNECTED

function senderOf(person: Fields): Sender {
  const sends = person.number(3) !== gone;
  return { sid: person.text(1), tracks: sends ? person.messages(4).flatMap(trackOf) : [] };
}

function trackOf(track: Fields): SentTrack[] {
  const kind = (["audio", "video"] as const)[track.number(2)];
  if (kind === undefined) return []; // data
  const layers = track.messages(10).map((layer) => ({
    quality: layer.number(1),
    width: layer.number(2),
    height: layer.number(3),
  }));
  const common = { sid: track.text(1), isMuted: track.number(4) === 1 };
  return [{ ...common, kind, isLayered: track.number(7) === 1, layers }];
}
