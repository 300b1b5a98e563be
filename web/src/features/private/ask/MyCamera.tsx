import { useEffect } from "react";
import { useStore } from "zustand";
import type { Camera } from "@/media/camera";
import { CameraField, MicrophoneField } from "@/media/DeviceFields";
import { CameraTrouble } from "@/media/DeviceTrouble";
import { MicMeter } from "@/media/MicMeter";
import { Preview } from "@/media/Preview";
import { Spinner } from "@/ui/Spinner";
import type { CameraWish } from "../api";
import { t } from "../texts";
import { Choices } from "./Choices";

const wishes = () =>
  [
    { id: "none", label: t("Nothing") },
    { id: "audio", label: t("Microphone") },
    { id: "video", label: t("Camera") },
  ] as const;

type MyCameraProps = {
  camera: Camera;
  wish: CameraWish;
  onWish: (wish: CameraWish) => void;
  name: string;
};

/** What she gets of the member, seen and heard before anything is sent. */
export function MyCamera({ camera, wish, onWish, name }: MyCameraProps) {
  useEffect(() => {
    if (wish === "none") camera.close();
    else camera.open({ picture: wish === "video" });
  }, [camera, wish]);
  return (
    <div className="grid gap-3">
      <Choices
        label={t("What {name} sees and hears of you", { name })}
        list={wishes()}
        chosen={wish}
        onChoose={onWish}
      />
      {wish === "video" && <Check camera={camera} />}
      {wish === "audio" && <Voice camera={camera} />}
    </div>
  );
}

function Check({ camera }: { camera: Camera }) {
  const { video, audio, videoTrouble, isOpening, isMirrored } = useStore(camera.store);
  return (
    <>
      <div className="relative aspect-video overflow-hidden rounded-lg bg-black text-white">
        <Preview track={video} mirrored={isMirrored} cover />
        {video === undefined && isOpening && (
          <div className="absolute inset-0 grid place-content-center">
            <Spinner size={28} label={t("Opening your camera")} />
          </div>
        )}
        {videoTrouble && !isOpening && (
          <CameraTrouble trouble={videoTrouble} onRetry={() => camera.open()} />
        )}
        {audio && (
          <MicMeter
            key={audio.id}
            track={audio}
            className="absolute bottom-2 start-2 h-8 w-36 rounded-full bg-black/55 px-3"
          />
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <CameraField camera={camera} />
        <MicrophoneField camera={camera} />
      </div>
    </>
  );
}

function Voice({ camera }: { camera: Camera }) {
  const audio = useStore(camera.store, (state) => state.audio);
  return (
    <>
      {audio && (
        <MicMeter
          key={audio.id}
          track={audio}
          className="h-11 rounded-md bg-black px-3 text-white"
        />
      )}
      <MicrophoneField camera={camera} />
    </>
  );
}
