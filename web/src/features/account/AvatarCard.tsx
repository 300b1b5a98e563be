import { ImageUp, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { messageOf } from "@/api/errors";
import { cx } from "@/lib/cx";
import { imageProblem } from "@/lib/validate";
import { useSettings } from "@/settings/api";
import { Avatar } from "@/ui/Avatar";
import { Button, buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { FieldError } from "@/ui/Field";
import { toast } from "@/ui/toast";
import { Crop } from "@/uploads/Crop";
import { type Me, useRemoveAvatar, useUploadAvatar } from "./api";
import { t } from "./texts";

/** My picture: chosen, seen at once, sent. What is refused never leaves the device (spec §5). */
export function AvatarCard({ account }: { account: Me }) {
  const {
    imageAccepted: accepted,
    imageMaxMB: megabytes,
    placeholderAvatarUrl: placeholder,
  } = useSettings();
  const [whole, setWhole] = useState<File>();
  const [chosen, setChosen] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [sent, setSent] = useState<number>();
  const preview = usePreview(chosen);
  const send = useUploadAvatar();
  const remove = useRemoveAvatar();

  function choose(image: File | undefined) {
    if (image === undefined) return;
    const refusal = imageProblem(image, { accepted, megabytes });
    setProblem(refusal);
    setChosen(undefined);
    setWhole(refusal === undefined ? image : undefined);
  }

  function take(part: File) {
    setWhole(undefined);
    const refusal = imageProblem(part, { accepted, megabytes });
    setProblem(refusal);
    setChosen(refusal === undefined ? part : undefined);
  }

  async function upload(image: File) {
    try {
      await send.mutateAsync({ image, onProgress: setSent });
      setChosen(undefined);
      toast.success(t("Your picture is changed."));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setSent(undefined);
    }
  }

  return (
    <Card title={t("Picture")}>
      {whole && (
        <Crop
          image={whole}
          aspect={1}
          round
          accepted={accepted}
          onCropped={take}
          onClose={() => setWhole(undefined)}
        />
      )}
      <div className="flex flex-wrap items-center gap-5">
        <Avatar src={preview ?? account.avatar} alt={t("Your picture")} size={96} />
        <div className="grid min-w-0 flex-1 gap-2">
          <div className="flex flex-wrap gap-2">
            <label
              className={cx(
                buttonClass("outline"),
                "cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-brand-ink",
              )}
            >
              <ImageUp size={18} aria-hidden />
              {t("Choose a picture")}
              <input
                type="file"
                className="sr-only"
                accept={accepted.map((ending) => `.${ending}`).join(",")}
                aria-describedby="avatar-limits"
                onChange={(event) => {
                  choose(event.target.files?.[0]);
                  event.target.value = "";
                }}
              />
            </label>
            {chosen ? (
              <Button variant="brand" pending={send.isPending} onClick={() => upload(chosen)}>
                {sent === undefined
                  ? t("Upload")
                  : t("Sending {percent} %", { percent: Math.round(sent * 100) })}
              </Button>
            ) : (
              account.avatar &&
              account.avatar !== placeholder && (
                <Button
                  variant="ghost"
                  pending={remove.isPending}
                  onClick={() => {
                    setProblem(undefined);
                    remove.mutate(undefined, { onError: (error) => setProblem(messageOf(error)) });
                  }}
                >
                  <Trash2 size={18} aria-hidden />
                  {t("Remove")}
                </Button>
              )
            )}
          </div>
          <p id="avatar-limits" className="text-caption text-fg3">
            {t("{kinds}, smaller than {megabytes} MB", { kinds: accepted.join(", "), megabytes })}
          </p>
          {problem && <FieldError>{problem}</FieldError>}
        </div>
      </div>
    </Card>
  );
}

/** An address under which a chosen picture can be shown before it is sent. */
function usePreview(image: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (image === undefined) return;
    const made = URL.createObjectURL(image);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [image]);
  return address;
}
