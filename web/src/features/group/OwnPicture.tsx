import { VideoOff } from "lucide-react";
import { useStore } from "zustand";
import { Preview } from "@/media/Preview";
import { StageTrouble } from "@/media/StageTrouble";
import { Badge, LiveBadge } from "@/ui/Badge";
import { Spinner } from "@/ui/Spinner";
import type { Show } from "./api";
import type { OwnGroup } from "./own";
import { seatsText } from "./Participants";
import { t } from "./texts";

type OwnPictureProps = { own: OwnGroup; show: Show; cover?: boolean };

/** What those in the show see now, or why they see nothing. */
export function OwnPicture({ own, show, cover = false }: OwnPictureProps) {
  const { line, flows } = useStore(own.store);
  const { video, isMirrored, isCameraOn } = useStore(own.camera.store);
  if (show.publish === undefined) {
    return (
      <p className="absolute inset-0 grid place-content-center p-6 text-center text-label">
        {t("Your broadcasting program sends the picture.")}
      </p>
    );
  }
  return (
    <>
      <Preview track={video} mirrored={isMirrored} cover={cover} />
      {!isCameraOn && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 p-6 text-center text-white/85">
          <VideoOff size={36} aria-hidden />
          <p className="text-h3 font-bold">{t("Your camera is off")}</p>
          <p className="text-label font-normal">{t("Those in the show hear you.")}</p>
        </div>
      )}
      <StageTrouble camera={own.camera} {...(line === "on" && { flows })} />
      {line !== "on" && isCameraOn && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-black/50">
          <Spinner size={32} label="" />
          <p role="status" className="text-label">
            {line === "mending" ? t("Reconnecting…") : t("Connecting…")}
          </p>
        </div>
      )}
    </>
  );
}

/** LIVE while pictures arrive, or what there is instead; and who has a seat. */
export function OwnBadges({ own, show }: Omit<OwnPictureProps, "cover">) {
  const { flows } = useStore(own.store);
  const isCameraOn = useStore(own.camera.store, (state) => state.isCameraOn);
  const sent = show.publish === undefined || flows === true;
  return (
    <>
      {show.status === "live" && sent ? (
        <LiveBadge />
      ) : (
        <Badge tone="vip">{stateText(show.status, isCameraOn)}</Badge>
      )}
      <Badge tone="overlay">{seatsText(show)}</Badge>
    </>
  );
}

function stateText(status: Show["status"], isCameraOn: boolean): string {
  if (status === "starting") return t("Waiting");
  return isCameraOn ? t("No picture") : t("Camera off");
}
