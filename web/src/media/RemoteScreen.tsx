import { Volume2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cx } from "@/lib/cx";
import { Button } from "@/ui/Button";
import type { RemotePicture } from "./receive";

type RemoteScreenProps = {
  picture: RemotePicture | undefined;
  sound: MediaStreamTrack | undefined;
  label: string;
  fit?: "cover" | "contain";
};

/** The other side's picture and sound. A browser that holds the sound back is asked by a press. */
export function RemoteScreen({ picture, sound, label, fit = "contain" }: RemoteScreenProps) {
  const video = useRef<HTMLVideoElement>(null);
  const audio = useRef<HTMLAudioElement>(null);
  const [isSilenced, setIsSilenced] = useState(false);

  useEffect(() => {
    const element = video.current;
    if (element === null || picture === undefined) return;
    picture.attach(element);
    return () => picture.detach(element);
  }, [picture]);

  useEffect(() => {
    const element = audio.current;
    if (element === null || sound === undefined) return;
    element.srcObject = new MediaStream([sound]);
    element.play().then(
      () => setIsSilenced(false),
      () => setIsSilenced(true),
    );
    return () => {
      element.srcObject = null;
    };
  }, [sound]);

  return (
    <>
      <video
        ref={video}
        playsInline
        muted
        autoPlay
        aria-label={label}
        className={cx(
          "absolute inset-0 size-full",
          fit === "cover" ? "object-cover" : "object-contain",
          !picture && "invisible",
        )}
      />
      {/* biome-ignore lint/a11y/useMediaCaption: live talk has no captions yet; the chat carries text. */}
      <audio ref={audio} />
      {isSilenced && sound && (
        <div className="absolute inset-x-0 top-1/2 z-10 grid justify-items-center">
          <Button
            variant="overlay"
            onClick={() =>
              audio.current?.play().then(
                () => setIsSilenced(false),
                () => {},
              )
            }
          >
            <Volume2 size={18} aria-hidden />
            Turn the sound on
          </Button>
        </div>
      )}
    </>
  );
}
