import type { Receive, ReceiveEvents } from "./receive";

const engine = vi.hoisted(() => {
  const events: ReceiveEvents[] = [];
  return { events, connect: vi.fn<Receive>(), close: vi.fn() };
});
vi.mock("./receive", () => ({ receive: engine.connect }));

const webrtc = { url: "http://media.example", token: "opened" };

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  document.documentElement.dataset.adult = "yes";
  engine.events = [];
  engine.close.mockClear();
  engine.connect.mockReset().mockImplementation(async (_, events) => {
    engine.events.push(events);
    return { close: engine.close };
  });
});
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = "";
  delete document.documentElement.dataset.adult;
  delete window.receive;
});

/** A page that the server has begun: a stage, and what it knows of the show. */
async function opens(show?: object, boot: object = {}) {
  document.body.innerHTML = `<div id="root"><div data-stage="contain"></div></div>
    <script type="application/json" id="boot">${JSON.stringify({ show, ...boot })}</script>`;
  const stage = document.querySelector("[data-stage]");
  if (stage) Object.defineProperty(stage, "clientWidth", { value: 640 });
  await import("./opening");
  if (window.receive === undefined) throw new Error("the page holds no client");
  return { receive: window.receive };
}

const layer = () => document.querySelector("body > video");

function picture() {
  const attached: HTMLVideoElement[] = [];
  return {
    attached,
    attach: (element: HTMLVideoElement) => void attached.push(element),
    detach: () => {},
  };
}

function listener() {
  return {
    onPicture: vi.fn(),
    onSound: vi.fn(),
    onCameraOff: vi.fn(),
    onMending: vi.fn(),
    onClosed: vi.fn(),
  } satisfies ReceiveEvents;
}

test("a page that opens on a show has its picture before the app, which takes the connection over", async () => {
  const { receive } = await opens({ play: { prefer: "webrtc", webrtc } });
  expect(engine.connect).toHaveBeenCalledExactlyOnceWith(webrtc, expect.anything());
  const seen = picture();
  engine.events[0]?.onPicture(seen);
  expect(seen.attached).toEqual([layer()]);

  const app = listener();
  const connection = await receive(webrtc, app);
  expect(engine.connect).toHaveBeenCalledOnce();
  const player = document.createElement("video");
  app.onPicture.mock.lastCall?.[0].attach(player);
  expect(layer()).not.toBeNull(); // until the app's own shows it
  player.dispatchEvent(new Event("playing"));
  expect(layer()).toBeNull();

  engine.events[0]?.onPicture(undefined);
  expect(app.onPicture).toHaveBeenLastCalledWith(undefined);
  connection.close();
  expect(engine.close).toHaveBeenCalledOnce();
});

test("the app uses the client that its page brought, and fetches none", async () => {
  await opens({ play: { prefer: "webrtc", webrtc } });
  const { receiveLazily } = await import("./receiveLazily");
  await receiveLazily(webrtc, listener());
  expect(engine.connect).toHaveBeenCalledOnce(); // by the page alone
  await receiveLazily({ ...webrtc, token: "another" }, listener());
  expect(engine.connect).toHaveBeenCalledTimes(2);
});

test("whoever takes over a picture that cannot be decoded is told so", async () => {
  const { receive } = await opens({ play: { prefer: "webrtc", webrtc } });
  engine.events[0]?.onUnplayable?.();
  const app = { ...listener(), onUnplayable: vi.fn() };
  await receive(webrtc, app);
  expect(app.onUnplayable).toHaveBeenCalledOnce();
});

test("another show is connected to anew, and nothing is begun where nothing may be", async () => {
  const { receive } = await opens({ play: { prefer: "hls", webrtc } });
  expect(engine.connect).not.toHaveBeenCalled();
  await receive(webrtc, listener());
  expect(engine.connect).toHaveBeenCalledOnce();
});

test("a show that ended meanwhile is not shown, and its connection is not handed on", async () => {
  const { receive } = await opens({ play: { prefer: "webrtc", webrtc } });
  engine.events[0]?.onPicture(picture());
  engine.events[0]?.onClosed("removed");
  expect(layer()).toBeNull();
  await receive(webrtc, listener());
  expect(engine.connect).toHaveBeenCalledTimes(2);
});

test("what no app takes over is ended", async () => {
  await opens({ play: { prefer: "webrtc", webrtc } });
  engine.events[0]?.onPicture(picture());
  await vi.advanceTimersByTimeAsync(30_000);
  expect(layer()).toBeNull();
  expect(engine.close).toHaveBeenCalledOnce();
});

test("a connection that fails is reported to who takes it over", async () => {
  engine.connect.mockRejectedValueOnce(new Error("no way"));
  const { receive } = await opens({ play: { prefer: "webrtc", webrtc } });
  await expect(receive(webrtc, listener())).rejects.toThrow("no way");
});

test.each([
  ["has still to say that they are of age", {}, false],
  ["is not asked on this site", { settings: { enablePopup18Plus: false } }, true],
  ["is staff", { session: { role: "admin" } }, true],
])("who %s sees a picture before the app: %o, %s", async (_, boot, sees) => {
  document.documentElement.dataset.adult = "null"; // as the page writes what is not there
  await opens({ play: { prefer: "webrtc", webrtc } }, boot);
  engine.events[0]?.onPicture(picture());
  expect(layer() !== null).toBe(sees);
});
