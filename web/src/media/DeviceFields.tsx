import { ChevronDown } from "lucide-react";
import { useStore } from "zustand";
import { Select } from "@/ui/Field";
import { Switch } from "@/ui/Toggle";
import type { Camera } from "./camera";
import type { Device } from "./capture";
import { type Height, heights } from "./choice";
import { MicrophoneTrouble } from "./DeviceTrouble";
import { t } from "./texts";

export function CameraField({ camera }: { camera: Camera }) {
  const { choice, cameras, video } = useStore(camera.store);
  return (
    <Select
      label={t("Camera")}
      value={inUse(video, choice.cameraId)}
      options={options(cameras)}
      disabled={cameras.length === 0}
      onChange={({ target }) => camera.choose({ cameraId: target.value })}
    />
  );
}

export function MicrophoneField({ camera }: { camera: Camera }) {
  const { choice, microphones, audio, audioTrouble } = useStore(camera.store);
  return (
    <div className="grid gap-2">
      <Select
        label={t("Microphone")}
        value={inUse(audio, choice.microphoneId)}
        options={options(microphones)}
        disabled={microphones.length === 0}
        onChange={({ target }) => camera.choose({ microphoneId: target.value })}
      />
      {audioTrouble && <MicrophoneTrouble trouble={audioTrouble} />}
    </div>
  );
}

/** Camera, microphone, picture size and what the browser does to the sound. Remembered on this device. */
export function DeviceFields({ camera }: { camera: Camera }) {
  const choice = useStore(camera.store, (state) => state.choice);
  return (
    <div className="grid gap-4">
      <CameraField camera={camera} />
      <MicrophoneField camera={camera} />
      <Quality camera={camera} />
      <details className="group/sound rounded-md border border-line bg-s2 px-3.5">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between text-label font-semibold [&::-webkit-details-marker]:hidden">
          {t("Sound processing")}
          <ChevronDown
            size={18}
            aria-hidden
            className="text-fg3 transition-transform group-open/sound:rotate-180"
          />
        </summary>
        <div className="pb-2">
          <Switch
            label={t("Echo cancellation")}
            hint={t("Off only with headphones.")}
            checked={choice.echoCancellation}
            onChange={({ target }) => camera.choose({ echoCancellation: target.checked })}
          />
          <Switch
            label={t("Noise suppression")}
            hint={t("Off for music.")}
            checked={choice.noiseSuppression}
            onChange={({ target }) => camera.choose({ noiseSuppression: target.checked })}
          />
          <Switch
            label={t("Automatic volume")}
            checked={choice.autoGainControl}
            onChange={({ target }) => camera.choose({ autoGainControl: target.checked })}
          />
        </div>
      </details>
    </div>
  );
}

/** What a height needs of the line, in Mbit/s. */
const uplinks: Record<Height, number> = { 360: 1, 720: 3, 1080: 6 };

function Quality({ camera }: { camera: Camera }) {
  const { height } = useStore(camera.store, ({ choice }) => choice);
  return (
    <Select
      label={t("Picture")}
      value={height}
      options={heights.map((value) => ({
        value: String(value),
        label: t("{height}p · needs {speed} Mbit/s upload", {
          height: String(value),
          speed: uplinks[value],
        }),
      }))}
      onChange={({ target }) => {
        const chosen = heights.find((value) => String(value) === target.value);
        if (chosen !== undefined) camera.choose({ height: chosen });
      }}
    />
  );
}

function inUse(track: MediaStreamTrack | undefined, chosen: string): string {
  return track?.getSettings().deviceId ?? chosen;
}

function options(devices: readonly Device[]) {
  return devices.map(({ id, label }) => ({ value: id, label }));
}
