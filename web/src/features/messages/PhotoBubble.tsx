import { Lock, X } from "lucide-react";
import type { CSSProperties } from "react";
import { useStore } from "zustand";
import type { Line } from "@/chat/lines";
import { cx } from "@/lib/cx";
import { formatClock } from "@/lib/time";
import type { Message } from "@/realtime/events";
import { StorePicture } from "@/store/StorePicture";
import { IconButton } from "@/ui/Button";
import { Coin } from "@/ui/Coin";
import { frameOf } from "./frame";
import { forgetPhoto, type OutgoingPhoto, outgoing } from "./outgoing";
import { t } from "./texts";

type PhotoBubbleProps = {
  line: Line;
  onOpen: (id: string) => void;
  onCancel: (line: Line) => void;
};

/** A photo in a conversation; one of one's own is seen before the server has it. */
export function PhotoBubble({ line, onOpen, onCancel }: PhotoBubbleProps) {
  const { key, state, message } = line;
  const { _id, photo, senderInfo, createdAt } = message;
  const local = useStore(outgoing, (photos) => photos.get(key));
  const { width, height, colour } = photo ?? { width: 0, height: 0, colour: "" };
  const said = { username: senderInfo.username, time: formatClock(createdAt) };
  const frame = {
    ...frameOf({ width, height }),
    ...(local && { backgroundImage: `url("${local.url}")` }),
  };
  const look = "relative block max-w-full overflow-hidden bg-s3 bg-cover bg-center";
  if (photo?.locked) return <Locked line={line} frame={frame} look={look} onOpen={onOpen} />;
  if (state !== "sent") {
    return (
      <div
        style={frame}
        className={look}
        role="img"
        aria-label={t("Photo of {username}, {time}", said)}
      >
        {state === "pending" && local && <OnTheWay photo={local} onCancel={() => onCancel(line)} />}
        <SaleNote photo={photo} />
      </div>
    );
  }
  return (
    <button
      type="button"
      style={frame}
      aria-haspopup="dialog"
      aria-label={t("Open the photo of {username}, {time}", said)}
      onClick={() => onOpen(_id)}
      onLoadCapture={() => forgetPhoto(key)}
      className={cx(look, "cursor-zoom-in focus-visible:-outline-offset-4")}
    >
      <StorePicture
        photo={{ _id, width, height, colour: local ? "transparent" : colour }}
        sizes={`${frame.width}px`}
        eager
      />
      <SaleNote photo={photo} />
    </button>
  );
}

type LockedProps = {
  line: Line;
  frame: CSSProperties;
  look: string;
  onOpen: (id: string) => void;
};

/** What somebody has not paid for: the server's blur of it, and the price. */
function Locked({ line: { message }, frame, look, onOpen }: LockedProps) {
  const { _id, photo } = message;
  if (photo === undefined) return null;
  return (
    <button
      type="button"
      style={frame}
      aria-haspopup="dialog"
      onClick={() => onOpen(_id)}
      className={cx(look, "focus-visible:-outline-offset-4")}
    >
      <StorePicture photo={{ ...photo, _id }} locked sizes="320px" />
      <span className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-black/35 text-label font-bold text-white">
        <span className="grid size-11 place-items-center rounded-full bg-black/55">
          <Lock size={20} aria-hidden />
        </span>
        <span className="rounded-full bg-gold px-3 py-1.5 text-gold-on">
          {t("Open for {count, plural, one {# token} other {# tokens}}", {
            count: photo.price ?? 0,
          })}
        </span>
      </span>
    </button>
  );
}

/** On a photo that its sender sells: what it costs, and how many have opened it. */
function SaleNote({ photo }: { photo: Message["photo"] }) {
  if (photo?.price === undefined || photo.reviewState === undefined) return null;
  const { price, unlocks = 0, reviewState } = photo;
  return (
    <span className="tnum absolute start-2 bottom-2 inline-flex items-center gap-1.5 rounded-full bg-black/65 px-2.5 py-1 text-caption font-semibold text-white">
      <Coin size={14} />
      {price} ·{" "}
      {reviewState === "pending"
        ? t("in review")
        : t("{count, plural, =0 {nobody opened it yet} one {# opened it} other {# opened it}}", {
            count: unlocks,
          })}
    </span>
  );
}

/** How much of it is sent, and the way to stop it as long as that stops anything. */
function OnTheWay({ photo, onCancel }: { photo: OutgoingPhoto; onCancel: () => void }) {
  const isSent = photo.share >= 1;
  return (
    <span className="absolute inset-0 grid place-items-center bg-black/45 text-white">
      <span className="tnum text-label font-bold">
        {isSent ? t("Being prepared") : `${Math.round(photo.share * 100)} %`}
      </span>
      {!isSent && (
        <IconButton
          label={t("Do not send this photo")}
          variant="overlay"
          className="absolute top-1 end-1"
          onClick={onCancel}
        >
          <X size={18} aria-hidden />
        </IconButton>
      )}
      <progress
        aria-label={t("Sent of the photo")}
        value={photo.share}
        max={1}
        className="absolute inset-x-0 bottom-0 h-1 w-full appearance-none bg-transparent [&::-moz-progress-bar]:bg-ok [&::-webkit-progress-bar]:bg-black/40 [&::-webkit-progress-value]:bg-ok"
      />
    </span>
  );
}
