import { ImageUp } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { cx } from "@/lib/cx";
import { imageProblem } from "@/lib/validate";
import { useSettings } from "@/settings/api";
import { Card } from "@/ui/Card";
import { FieldError } from "@/ui/Field";
import { toast } from "@/ui/toast";
import { Crop } from "@/uploads/Crop";
import { type Performer, type Picture, useUploadPicture } from "./api";
import { t } from "./texts";

type Slot = { kind: Picture; label: string; use: string; shape: string; aspect: number };

const slots = (): readonly Slot[] => [
  {
    kind: "avatar",
    label: t("Avatar"),
    use: t("Beside your name"),
    shape: "aspect-square rounded-full",
    aspect: 1,
  },
  {
    kind: "card",
    label: t("Card"),
    use: t("In lists, 4:5"),
    shape: "aspect-[4/5] rounded-lg",
    aspect: 4 / 5,
  },
  {
    kind: "wide",
    label: t("Wide"),
    use: t("Head of your page, 16:9"),
    shape: "aspect-video rounded-lg",
    aspect: 16 / 9,
  },
];

/** The three pictures; a chosen one is checked, sent and shown. */
export function PicturesCard({ performer }: { performer: Performer }) {
  const { imageAccepted, imageMaxMB } = useSettings();
  const address: Record<Picture, string> = {
    avatar: performer.avatar,
    card: performer.cardImage,
    wide: performer.wideImage,
  };
  return (
    <Card title={t("Pictures")}>
      <div className="grid items-end gap-6 sm:grid-cols-[140px_180px_minmax(0,1fr)]">
        {slots().map((slot) => (
          <PictureSlot key={slot.kind} slot={slot} src={address[slot.kind]} />
        ))}
      </div>
      <p className="mt-4 text-caption text-fg3">
        {t("{kinds}, smaller than {megabytes} MB", {
          kinds: imageAccepted.join(", "),
          megabytes: imageMaxMB,
        })}
      </p>
    </Card>
  );
}

function PictureSlot({ slot, src }: { slot: Slot; src: string }) {
  const { imageAccepted: accepted, imageMaxMB: megabytes } = useSettings();
  const [problem, setProblem] = useState<string>();
  const [chosen, setChosen] = useState<File>();
  const [sent, setSent] = useState<number>();
  const send = useUploadPicture(slot.kind);

  function take(image: File | undefined) {
    if (image === undefined) return;
    const refusal = imageProblem(image, { accepted, megabytes });
    setProblem(refusal);
    if (refusal === undefined) setChosen(image);
  }

  async function upload(image: File) {
    setChosen(undefined);
    const refusal = imageProblem(image, { accepted, megabytes });
    setProblem(refusal);
    if (refusal !== undefined) return;
    setSent(0);
    try {
      await send.mutateAsync({ image, onProgress: setSent });
      toast.success(t("{label} changed", { label: slot.label }));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setSent(undefined);
    }
  }

  return (
    <div id={`picture-${slot.kind}`} className="min-w-0 scroll-mt-24 max-sm:max-w-[260px]">
      {chosen && (
        <Crop
          image={chosen}
          aspect={slot.aspect}
          round={slot.kind === "avatar"}
          accepted={accepted}
          onCropped={upload}
          onClose={() => setChosen(undefined)}
        />
      )}
      <label
        className={cx(
          "group relative block overflow-hidden border border-line bg-s2 has-focus-visible:outline-2 has-focus-visible:outline-brand-ink",
          slot.shape,
        )}
      >
        {src && <img src={src} alt="" className="size-full object-cover" />}
        <span
          className={cx(
            "absolute inset-0 grid place-items-center transition-opacity",
            src && sent === undefined
              ? "bg-black/55 text-white opacity-0 group-hover:opacity-100 group-has-focus-visible:opacity-100"
              : "text-fg3",
            sent !== undefined && "bg-black/55 text-white",
          )}
        >
          {sent === undefined ? (
            <ImageUp size={26} aria-hidden />
          ) : (
            <span className="tnum text-label font-bold">{Math.round(sent * 100)} %</span>
          )}
        </span>
        <input
          type="file"
          className="sr-only"
          aria-label={t("Change the picture: {label}", { label: slot.label })}
          accept={accepted.map((ending) => `.${ending}`).join(",")}
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </label>
      <p className="mt-2 text-label font-semibold">{slot.label}</p>
      <p className="text-caption text-fg3">{slot.use}</p>
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  );
}
