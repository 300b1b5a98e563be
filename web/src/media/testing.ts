import type { Devices } from "./capture";
import type { PublisherEvents } from "./publisher";

/** A track without a device behind it. */
export function fakeTrack(kind: "video" | "audio", deviceId: string): MediaStreamTrack {
  const track = {
    kind,
    id: `${kind} of ${deviceId} ${++made}`,
    enabled: true,
    onended: null,
    readyState: "live",
    getSettings: () => ({ deviceId }),
    stop() {
      track.readyState = "ended";
    },
  };
  return standIn(track);
}

let made = 0;

// Stands in for a class of the platform: what is used of it is there.
function standIn(fake: object) {
  return new Proxy(Object.create(null), {
    get: (_, name) => Reflect.get(fake, name),
    set: (_, name, value) => Reflect.set(fake, name, value),
  });
}

type Refusals = { video?: string; audio?: string };

/** Two cameras and a microphone. `refusals` names the DOMException that each kind meets. */
export function fakeDevices(refusals: Refusals = {}) {
  const asked: MediaStreamConstraints[] = [];
  const opened: MediaStreamTrack[] = [];
  const device = (kind: string, deviceId: string, label: string) => ({ kind, deviceId, label });
  const all = [
    device("videoinput", "front", "Front camera"),
    device("videoinput", "back", "Back camera"),
    device("audioinput", "desk", "Desk microphone"),
  ];

  async function getUserMedia(wanted: MediaStreamConstraints) {
    asked.push(wanted);
    const tracks = (["video", "audio"] as const).flatMap((kind) => {
      if (!wanted[kind]) return [];
      const refusal = refusals[kind];
      if (refusal !== undefined) throw new DOMException("refused", refusal);
      return [fakeTrack(kind, chosen(wanted[kind]) ?? (kind === "video" ? "front" : "desk"))];
    });
    opened.push(...tracks);
    return { getTracks: () => tracks };
  }

  const devices: Devices = standIn({
    getUserMedia,
    enumerateDevices: async () => all,
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  return { devices, asked, opened, refusals };
}

function chosen(wanted: boolean | MediaTrackConstraints): string | undefined {
  const { deviceId } = typeof wanted === "boolean" ? {} : wanted;
  if (typeof deviceId !== "object" || Array.isArray(deviceId)) return undefined;
  return typeof deviceId.exact === "string" ? deviceId.exact : undefined;
}

/** The media engine, played by the test. */
export function fakeEngine() {
  const sent: { url: string; events: PublisherEvents; closed: boolean }[] = [];
  const engine: { refusal?: Error } = {};
  async function publish({ url }: { url: string }, _camera: unknown, events: PublisherEvents) {
    if (engine.refusal) throw engine.refusal;
    const one = { url, events, closed: false };
    sent.push(one);
    return {
      close: () => {
        one.closed = true;
      },
    };
  }
  return Object.assign(engine, { sent, publish: vi.fn(publish) });
}
