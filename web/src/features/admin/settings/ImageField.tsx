import { ImageUp } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { cx } from "@/lib/cx";
import { imageProblem } from "@/lib/validate";
import { useSettings } from "@/settings/api";
import { buttonClass } from "@/ui/Button";
import { TextField } from "@/ui/Field";
import { uploadSiteImage } from "./api";
import { t } from "./texts";

type ImageFieldProps = {
  label: string;
  hint: string;
  error: string | undefined;
  address: string;
  onChange: (address: string) => void;
};

/** The address of a picture; a chosen file is uploaded and becomes the address. */
export function ImageField({ label, hint, error, address, onChange }: ImageFieldProps) {
  const { imageAccepted: accepted, imageMaxMB: megabytes } = useSettings();
  const [sent, setSent] = useState<number>();
  const [problem, setProblem] = useState<string>();

  async function take(file: File | undefined) {
    if (file === undefined) return;
    const found = imageProblem(file, { accepted, megabytes });
    setProblem(found);
    if (found !== undefined) return;
    setSent(0);
    try {
      onChange(await uploadSiteImage(file, setSent));
    } catch (failure) {
      setProblem(messageOf(failure));
    } finally {
      setSent(undefined);
    }
  }

  return (
    <div className="flex items-start gap-3">
      {address !== "" && (
        <img
          src={address}
          alt={t("{label}, as it is now", { label })}
          className="mt-[26px] size-11 shrink-0 rounded-md border border-line bg-s2 object-contain p-0.5"
        />
      )}
      <span className="min-w-0 flex-1">
        <TextField
          label={label}
          value={address}
          placeholder={t("None")}
          hint={
            sent === undefined
              ? hint
              : t("Sending {percent} %", { percent: Math.round(sent * 100) })
          }
          error={problem ?? error}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
      <label
        className={cx(
          buttonClass("outline"),
          "mt-[26px] cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-brand-ink",
        )}
      >
        <ImageUp size={18} aria-hidden />
        <span className="max-sm:sr-only">{t("Upload")}</span>
        <input
          type="file"
          className="sr-only"
          aria-label={t("Upload: {label}", { label })}
          accept={accepted.map((ending) => `.${ending}`).join(",")}
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </label>
    </div>
  );
}
