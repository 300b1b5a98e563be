import { onDevice } from "@/lib/storage";

/** What a viewer has chosen, kept on this device. Volume and sound are those of paid shows. */
const keys = {
  volume: "volume",
  sound: "sound.paid",
  speed: "video.speed",
  size: "video.size",
  captions: "video.captions",
};

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

export const kept = {
  get volume(): number {
    const volume = Number(onDevice.get(keys.volume));
    return volume > 0 && volume <= 1 ? volume : 0.7;
  },
  set volume(volume: number) {
    if (volume > 0) onDevice.set(keys.volume, String(volume));
  },
  get muted(): boolean {
    return onDevice.get(keys.sound) === "off";
  },
  set muted(muted: boolean) {
    onDevice.set(keys.sound, muted ? "off" : "on");
  },
  get speed(): number {
    const speed = Number(onDevice.get(keys.speed));
    return speeds.find((one) => one === speed) ?? 1;
  },
  set speed(speed: number) {
    onDevice.set(keys.speed, String(speed));
  },
  /** The height of the picture; undefined lets the line decide. */
  get size(): number | undefined {
    const size = Number(onDevice.get(keys.size));
    return size > 0 ? size : undefined;
  },
  set size(size: number | undefined) {
    onDevice.set(keys.size, size === undefined ? undefined : String(size));
  },
  /** The language; undefined for none. */
  get captions(): string | undefined {
    return onDevice.get(keys.captions);
  },
  set captions(language: string | undefined) {
    onDevice.set(keys.captions, language);
  },
};
