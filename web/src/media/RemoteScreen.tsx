import { Volume2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cx } from "@/lib/cx";
import type { RemotePicture } from "./receive";

type RemoteScreenProps = {
  picture: RemotePicture | undefined;
  sound: MediaStreamTrack | undefined;
  label: string;
};

/** The performer's picture and sound. A browser that holds the sound back is asked by a press. */
export function RemoteScreen({ picture, sound, label }: RemoteScreenProps) {
  const video = useRef<HTMLVideoElement>(null);
  const audio = useRef<HTMLAudioElement>(null);
  const [isSilent, setIsSilent] = useState(false);

  useEffect(() => {
    const element = video.current;
    if (element === null || picture === undefined) return;
    picture.attach(element);
    return () => picture.detach(element);
  }, [picture]);

  useEffect(() => {
    const element = audio.current;
    if (element === null) return;
    element.srcObject = sound ? new MediaStream([sound]) : null;
    if (sound) {
      element.play().then(
        () => setIsSilent(false),
        () => setIsSilent(true),
      );
    }
  }, [sound]);

  return (
    <>
      <video
        ref={video}
        playsInline
        muted
        autoPlay
        aria-label={label}
        className={cx("absolute inset-0 size-full object-contain", !picture && "opacity-0")}
      />
      {/* biome-ignore lint/a11y/useMediaCaption: live talk has no captions yet; the chat carries text. */}
      <audio ref={audio} autoPlay />
      {isSilent && sound && (
        <button
          type="button"
          onClick={() => audio.current?.play().then(() => setIsSilent(false))}
          className="absolute top-4 left-1/2 flex h-11 -translate-x-1/2 items-center gap-2 rounded-full bg-black/65 px-4 text-label font-semibold text-white backdrop-blur-md hover:bg-black/80"
        >
          <Volume2 size={18} aria-hidden />
          Turn the sound on
        </button>
      )}
    </>
  );
}
