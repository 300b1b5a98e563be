import { JoinRequest, SignalResponse, WrappedJoinRequest } from "@livekit/protocol";
import type { Ending } from "./ending";
import { type ReceiveEvents, receive } from "./receive";
import type { RemotePicture } from "./remotePicture";
import { Line, Peer, type Said, Stream } from "./testingSignal";

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  Line.state = 1;
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("RTCPeerConnection", Peer);
  vi.stubGlobal("MediaStream", Stream);
  Reflect.deleteProperty(window, "CompressionStream"); // an address that a test can read
});
afterEach(() => void vi.useRealTimers());

const nina = (muted = false, tracks = ["video", "audio"]) => ({
  sid: "PA_nina",
  tracks: [
    {
      sid: "TR_v",
      type: 1,
      muted,
      simulcast: true,
      layers: [{ quality: 1, width: 640, height: 360 }],
    },
    { sid: "TR_a", type: 0 },
  ].filter((_, i) => tracks.includes(["video", "audio"][i] ?? "")),
});

/** Tom connects to the room in which Nina is. */
function setup(url = "http://media.example") {
  const told: string[] = [];
  const pictures: (RemotePicture | undefined)[] = [];
  const events: ReceiveEvents = {
    onPicture: (picture) => {
      pictures.push(picture);
      told.push(picture ? "picture" : "no picture");
    },
    onSound: (sound) => told.push(sound ? "sound" : "no sound"),
    onCameraOff: (isOff) => told.push(isOff ? "camera off" : "camera on"),
    onMending: (mending) => told.push(mending ? "mending" : "mended"),
    onUnplayable: () => told.push("unplayable"),
    onClosed: (why: Ending) => told.push(`closed: ${why}`),
  };
  const address = { url, token: "first" };
  const connected = receive(address, events);
  const outcome = connected.then(
    () => told.push("connected"),
    (error: Error) => told.push(error.message),
  );
  const line = () => {
    const last = Line.all.at(-1);
    if (last === undefined) throw new Error("nothing was dialled");
    return last;
  };
  /** The engine takes the first offer, in which both of Nina's tracks have a place. */
  async function comes() {
    await turns();
    line().says(joined());
    answers(1);
    await turns();
    Peer.last.becomes("connected");
    await outcome;
  }
  function answers(id: number, midToTrackId: Record<string, string> = places) {
    line().says({ case: "answer", value: { type: "answer", sdp: `to ${id}`, id, midToTrackId } });
  }
  return { told, pictures, connected, line, comes, answers };
}

const joined = (): Said => ({
  case: "join",
  value: {
    participant: { sid: "PA_tom" },
    otherParticipants: [nina()],
    iceServers: [{ urls: ["turn:x"], username: "u", credential: "c" }],
    pingInterval: 5,
    pingTimeout: 15,
  },
});

/** What waits its turn is done. */
const turns = () => vi.advanceTimersByTimeAsync(0);

const places = { "0": "TR_a", "1": "TR_v" };

/** What a line's address asks for. */
function asked({ url }: Line): JoinRequest {
  return requested(url.searchParams.get("join_request") ?? "");
}

function requested(words: string): JoinRequest {
  const packed = words.replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return JoinRequest.fromBinary(WrappedJoinRequest.fromBinary(bytes).joinRequest);
}

test("a viewer joins with an offer, and sees and hears", async () => {
  const { told, line, comes } = setup();
  await comes();
  expect(line().url.href).toMatch(/^ws:\/\/media\.example\/rtc\/v1\?access_token=first&/);
  const { publisherOffer, connectionSettings, clientInfo } = asked(line());
  // an older client is not told that its session goes on
  expect(clientInfo).toMatchObject({ sdk: 1, version: "2.0.0", protocol: 15 });
  expect(publisherOffer).toMatchObject({ type: "offer", id: 1 });
  // both channels of the sound
  expect(publisherOffer?.sdp).toBe("2\r\na=fmtp:111 useinbandfec=1;stereo=1\r\n");
  expect(connectionSettings).toMatchObject({ autoSubscribe: true, adaptiveStream: true });
  expect(Peer.last.servers).toEqual([{ urls: ["turn:x"], username: "u", credential: "c" }]);
  expect(Peer.last.did).toEqual(["offered 2", "answered to 1"]);
  expect(told).toEqual(["sound", "camera on", "picture", "connected"]);
});

/** The engine's first flight, as the site answers a join request: its messages, and the session's name. */
function flight(...messages: Said[]): Response {
  const said = messages.map((message) => new SignalResponse({ message }).toBinary());
  const field = (number: number, content: Uint8Array) => {
    expect(content.length).toBeLessThan(2 ** 14);
    const [low, high] = [(content.length % 128) + 128, Math.floor(content.length / 128)];
    return [number * 8 + 2, low, high, ...content];
  };
  const name = new TextEncoder().encode("tom's");
  return new Response(
    Uint8Array.from([...said.flatMap((one) => field(1, one)), ...field(2, name)]),
  );
}

const answered: Said = {
  case: "answer",
  value: { type: "answer", sdp: "to 1", id: 1, midToTrackId: places },
};

test("on this page's own site the first flight is one answer, and the line goes on with it", async () => {
  const post = vi.fn<typeof fetch>(async () => flight(joined(), answered));
  vi.stubGlobal("fetch", post);
  Line.state = Line.CONNECTING;
  const { told, pictures, line, connected } = setup(location.origin);
  await turns();
  const [path, { method, headers, body } = {}] = post.mock.lastCall ?? [];
  expect([path, method, headers]).toEqual(["/rtc/v1", "POST", { authorization: "Bearer first" }]);
  expect(requested(String(body)).publisherOffer).toMatchObject({ id: 1 });
  expect(line().url.search).toBe("?access_token=first&held=tom%27s");
  expect(Peer.last.did).toEqual(["offered 2", "answered to 1"]);
  Peer.last.becomes("connected"); // before the line is there
  const element = document.createElement("video");
  Object.defineProperty(element, "srcObject", { writable: true });
  pictures[0]?.attach(element);
  expect(line().heard).toEqual([]);
  line().opens();
  expect(line().last("trackSetting")).toMatchObject({ trackSids: ["TR_v"] });
  expect(told).toContain("picture");
  (await connected).close();
  expect(line().last("leave")).toMatchObject({ reason: 1 });
});

test("who leaves before the line is there says so when it is", async () => {
  vi.stubGlobal("fetch", async () => flight(joined(), answered));
  Line.state = Line.CONNECTING;
  const { line, connected } = setup(location.origin);
  await turns();
  Peer.last.becomes("connected");
  (await connected).close();
  expect(line().readyState).toBe(Line.CONNECTING);
  line().opens();
  expect(line().last("leave")).toMatchObject({ reason: 1 });
  expect(line().readyState).toBe(3);
});

test("a session that is held no longer, or by another node, is resumed", async () => {
  vi.stubGlobal("fetch", async () => flight(joined(), answered));
  const { told, line } = setup(location.origin);
  await turns();
  line().breaks();
  await turns();
  expect(asked(line())).toMatchObject({ reconnect: true, participantSid: "PA_tom" });
  line().says({ case: "reconnect", value: {} });
  Peer.last.becomes("connected");
  await turns();
  expect(told).toEqual(["sound", "camera on", "picture", "connected"]);
});

test.each([
  ["is refused", async () => new Response("no", { status: 503 })],
  ["gets no answer", () => Promise.reject(new TypeError("no line"))],
])("a first flight that %s is left to the line", async (_, answer) => {
  vi.stubGlobal("fetch", answer);
  const { told, line, comes } = setup(location.origin);
  await turns();
  expect(asked(line()).publisherOffer).toMatchObject({ type: "offer", id: 1 });
  await comes();
  expect(told).toContain("connected");
});

test("the engine is told of browsers with ways of their own", async () => {
  for (const [userAgent, name] of [
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "firefox"],
    ["Mozilla/5.0 (iPhone) AppleWebKit/605.1 Version/18.0 Mobile/15E148 Safari/604.1", "safari"],
    ["Mozilla/5.0 (iPhone) AppleWebKit/605.1 CriOS/130.0 Mobile/15E148 Safari/604.1", "safari"],
    ["Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36", ""],
  ] as const) {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
    const { line } = setup();
    await turns();
    expect(asked(line()).clientInfo?.browser, userAgent).toBe(name);
  }
});

test("a candidate that comes early waits for its answer", async () => {
  const { line, answers } = setup();
  await turns();
  answers(1);
  line().says({
    case: "trickle",
    value: { candidateInit: JSON.stringify({ candidate: "c" }) },
  });
  await turns();
  expect(Peer.last.did).toEqual(["offered 2", "answered to 1", "candidate c"]);
});

test("where more comes than there is room for, more is offered, one offer after the other", async () => {
  const { line, comes, answers } = setup();
  await comes();
  line().says({ case: "mediaSectionsRequirement", value: { numVideos: 1 } });
  await turns();
  expect(line().last("offer")).toMatchObject({ id: 2 });
  line().says({ case: "mediaSectionsRequirement", value: { numAudios: 1 } });
  await turns();
  expect(line().last("offer")).toMatchObject({ id: 2 });
  answers(1); // late
  answers(2);
  await turns();
  expect(line().last("offer")).toMatchObject({ id: 3 });
  expect(Peer.last.did.slice(2)).toEqual(["offered 3", "answered to 2", "offered 4"]);
});

test("a track that comes later is shown when it is there", async () => {
  const { told, line, comes, answers } = setup();
  await comes();
  told.length = 0;
  line().says({ case: "mediaSectionsRequirement", value: {} });
  await turns();
  answers(2, { "0": "TR_a" });
  await turns();
  expect(told).toEqual(["camera on", "no picture"]);
  line().says({ case: "mediaSectionsRequirement", value: {} });
  await turns();
  answers(3);
  await turns();
  expect(told.slice(2)).toEqual(["camera on", "picture"]);
});

test("a picture that is switched off is no picture, and comes back as a new one", async () => {
  const { told, pictures, line, comes } = setup();
  await comes();
  told.length = 0;
  line().says({ case: "update", value: { participants: [nina(true)] } });
  line().says({ case: "update", value: { participants: [nina(false)] } });
  expect(told).toEqual(["camera off", "no picture", "camera on", "picture"]);
  expect(pictures.at(-1)).not.toBe(pictures[0]);
});

test("who leaves the room is seen and heard no longer", async () => {
  const { told, line, comes } = setup();
  await comes();
  told.length = 0;
  line().says({ case: "update", value: { participants: [{ ...nina(), state: 3 }] } });
  expect(told).toEqual(["no sound", "camera on", "no picture"]);
});

test("a picture that this browser cannot decode is told of, a sound is not", async () => {
  const { told, line, comes } = setup();
  await comes();
  told.length = 0;
  line().says({ case: "subscriptionResponse", value: { trackSid: "TR_a", err: 1 } });
  line().says({ case: "subscriptionResponse", value: { trackSid: "TR_v", err: 2 } }); // not there yet
  expect(told).toEqual([]);
  line().says({ case: "subscriptionResponse", value: { trackSid: "TR_v", err: 1 } });
  expect(told).toEqual(["unplayable"]);
});

test("only as much of a picture is asked for as is seen of it", async () => {
  const { pictures, line, comes } = setup();
  await comes();
  const [picture] = pictures;
  const element = document.createElement("video");
  let width = 800;
  Object.defineProperty(element, "clientWidth", { get: () => width });
  Object.defineProperty(element, "clientHeight", { get: () => (width * 9) / 16 });
  Object.defineProperty(element, "srcObject", { writable: true });
  picture?.attach(element);
  expect(line().last("trackSetting")).toMatchObject({ width: 800, height: 450, disabled: false });
  picture?.choose?.("medium");
  expect(line().last("trackSetting")).toMatchObject({ quality: 1, width: 0, disabled: false });
  width = 320; // less than what was chosen
  picture?.choose?.("low");
  picture?.choose?.("medium");
  expect(line().last("trackSetting")).toMatchObject({ quality: 1 });

  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(100);
  expect(line().last("trackSetting")).toMatchObject({ disabled: true });
  picture?.detach(element);
  expect(element.srcObject).toBeNull();
});

test.each([
  [80, { width: 800, height: 450 }],
  [300, { quality: 0, width: 0 }],
])(
  "where the page took %i ms a picture begins as large as that line bears",
  async (trip, begins) => {
    const page = { name: "", entryType: "navigation", startTime: 0, duration: 0, toJSON() {} };
    const timing = { ...page, requestStart: 100, responseStart: 100 + trip };
    vi.spyOn(performance, "getEntriesByType").mockReturnValue([timing]);
    const { pictures, line, comes } = setup();
    await comes();
    const element = document.createElement("video");
    Object.defineProperty(element, "clientWidth", { value: 800 });
    Object.defineProperty(element, "clientHeight", { value: 450 });
    Object.defineProperty(element, "srcObject", { writable: true });
    pictures[0]?.attach(element);
    expect(line().last("trackSetting")).toMatchObject(begins);
    vi.advanceTimersByTime(10_000);
    expect(line().last("trackSetting")).toMatchObject({ width: 800, height: 450 });
  },
);

test("a line that is lost is dialled again for the same session, and the picture stays", async () => {
  const { told, pictures, line, comes } = setup();
  await comes();
  const element = document.createElement("video");
  Object.defineProperty(element, "srcObject", { writable: true });
  pictures[0]?.attach(element);
  told.length = 0;
  line().says({ case: "refreshToken", value: "second" });
  line().breaks();
  await turns();
  expect(Line.all).toHaveLength(2);
  expect(line().url.search).toContain("access_token=second&");
  expect(asked(line())).toMatchObject({ reconnect: true, participantSid: "PA_tom" });
  line().says({ case: "reconnect", value: {} });
  await turns();
  expect(line().last("offer")).toMatchObject({ id: 2 });
  expect(Peer.last.did.at(-1)).toBe("offered 2 anew");
  expect(line().last("trackSetting")).toMatchObject({ trackSids: ["TR_v"], quality: 2 });
  expect(told).toEqual([]);
});

test("media that stops is mended over a new line, and given up when that does not help", async () => {
  const { told, line, comes } = setup();
  await comes();
  told.length = 0;
  Peer.last.becomes("failed");
  await turns();
  line().says({ case: "reconnect", value: {} });
  Peer.last.becomes("connected");
  expect(told).toEqual(["mending", "mended"]);
  Peer.last.becomes("failed");
  Peer.last.becomes("failed");
  expect(told.slice(2)).toEqual(["mending", "closed: network"]);
});

test("a line that stays lost is given up after some tries", async () => {
  const { told, line, comes } = setup();
  await comes();
  for (let tries = 0; tries < 8; tries++) {
    line().breaks();
    await vi.advanceTimersByTimeAsync(7000);
  }
  expect(Line.all).toHaveLength(8);
  expect(told.at(-1)).toBe("closed: network");
});

test("a quiet engine is taken for gone", async () => {
  const { comes } = setup();
  await comes();
  await vi.advanceTimersByTimeAsync(15_000);
  await vi.advanceTimersByTimeAsync(1); // and dialled again
  expect(Line.all).toHaveLength(2);
});

test.each([
  [2, 0, "closed: removed"],
  [5, 0, "closed: removed"],
  [3, 2, "closed: network"],
])("what the engine ends for reason %i, action %i, is %s", async (reason, action, said) => {
  const { told, line, comes } = setup();
  await comes();
  line().says({ case: "leave", value: { reason, action } });
  expect(told.at(-1)).toBe(said);
  expect(Peer.last.did).toContain("closed");
});

test("what never comes about is refused, without an event", async () => {
  const { told, line } = setup();
  await turns();
  line().breaks();
  await turns();
  expect(told).toEqual(["no media connection: network"]);
  expect(Line.all).toHaveLength(1);

  const slow = setup();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(slow.told).toEqual(["no media connection: network"]);
});

test("who leaves says so, and hears no more", async () => {
  const { told, connected, line, comes } = setup();
  await comes();
  told.length = 0;
  (await connected).close();
  expect(line().last("leave")).toMatchObject({ reason: 1 });
  Peer.last.becomes("failed");
  line().says({ case: "leave", value: { reason: 2 } });
  expect(told).toEqual([]);
});
