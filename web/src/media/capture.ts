import type { Choice } from "./choice";
import { t } from "./texts";

/** The part of the browser's media devices that is used here. */
export type Devices = Pick<
  MediaDevices,
  "getUserMedia" | "enumerateDevices" | "addEventListener" | "removeEventListener"
>;

/**
 * Why there is no picture or no sound. `insecure`: the page was not opened over
 * https; `lost`: the device went away while in use.
 */
export type Trouble = "denied" | "none" | "busy" | "insecure" | "lost" | "unknown";

export type Device = { id: string; label: string };

/** The browser's devices; undefined where it offers none, as over plain http. */
export function browserDevices(): Devices | undefined {
  return "mediaDevices" in navigator ? navigator.mediaDevices : undefined;
}

/** Reads a refusal of getUserMedia (W3C Media Capture, 10.2). */
export function troubleOf(error: unknown): Trouble {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "none";
  if (name === "NotReadableError" || name === "AbortError") return "busy";
  return "unknown";
}

export function videoConstraints(choice: Choice, facing?: "user" | "environment") {
  return {
    height: { ideal: choice.height },
    width: { ideal: Math.round((choice.height * 16) / 9) },
    frameRate: { ideal: 30 },
    ...(facing ? { facingMode: { ideal: facing } } : exact(choice.cameraId)),
  };
}

export function audioConstraints(choice: Choice) {
  const { echoCancellation, noiseSuppression, autoGainControl } = choice;
  return { echoCancellation, noiseSuppression, autoGainControl, ...exact(choice.microphoneId) };
}

function exact(id: string) {
  return id === "" ? {} : { deviceId: { exact: id } };
}

/** Opens devices; one that was chosen and is not there any more gives way to the default. */
export async function open(
  devices: Devices,
  wanted: MediaStreamConstraints,
): Promise<MediaStreamTrack[]> {
  try {
    return (await devices.getUserMedia(wanted)).getTracks();
  } catch (error) {
    const missing = error instanceof Error && error.name === "OverconstrainedError";
    if (!missing) throw error;
    return (await devices.getUserMedia(anyDevice(wanted))).getTracks();
  }
}

function anyDevice({ video, audio }: MediaStreamConstraints): MediaStreamConstraints {
  const any = (wanted: typeof video) =>
    typeof wanted === "object" ? { ...wanted, deviceId: [] } : wanted;
  return { ...(video && { video: any(video) }), ...(audio && { audio: any(audio) }) };
}

/** The devices of a kind. Labels are empty before permission, so they are numbered then. */
export async function listed(devices: Devices, kind: MediaDeviceKind): Promise<Device[]> {
  const found = (await devices.enumerateDevices()).filter((device) => device.kind === kind);
  return found
    .filter(({ deviceId }) => deviceId !== "")
    .map(({ deviceId, label }, at) => ({ id: deviceId, label: label || numbered(kind, at + 1) }));
}

function numbered(kind: MediaDeviceKind, number: number): string {
  return kind === "videoinput"
    ? t("Camera {number}", { number })
    : t("Microphone {number}", { number });
}

/** Whether this site may already use the camera, so that opening it asks nobody anything. */
export async function isAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: "camera" })).state === "granted";
  } catch {
    return false; // a browser that does not tell is asked by the performer's press
  }
}
