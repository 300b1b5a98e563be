import { RotateCw, TriangleAlert, X } from "lucide-react";
import { useEffect, useState } from "react";
import { cx } from "@/lib/cx";
import { IconButton } from "@/ui/Button";
import type { Upload } from "./onTheWay";
import { t } from "./texts";
import { cancelUpload, retryUpload } from "./uploads";

/** A photo on its way: what it shows, how much of it is sent, and the way to stop or repeat it. */
export function UploadTile({ upload }: { upload: Upload }) {
  const { id, file, state, share } = upload;
  const preview = usePreview(file);
  const percent = Math.round(share * 100);
  const isFailed = state === "failed";
  return (
    <li className="relative aspect-[4/5] overflow-hidden rounded-md bg-s2">
      {preview && (
        <img
          src={preview}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          // Only by its name a picture: the server will say so.
          onError={({ currentTarget }) => {
            currentTarget.style.visibility = "hidden";
          }}
          className="size-full object-cover opacity-20"
        />
      )}
      <span className="absolute inset-x-2 top-2 bottom-14 grid place-items-center content-center gap-1 text-center">
        {isFailed ? (
          <TriangleAlert size={22} aria-hidden className="text-danger-ink" />
        ) : (
          <span className="tnum text-label font-bold">
            {state === "waiting" ? t("Waiting") : share < 1 ? `${percent} %` : t("Being prepared")}
          </span>
        )}
        <span className="w-full truncate text-micro">{isFailed ? t("Not sent") : file.name}</span>
      </span>
      <span className="absolute inset-x-0 bottom-0 flex justify-between p-1">
        {isFailed ? (
          <IconButton
            label={t("Send {name} again", { name: file.name })}
            variant="overlay"
            onClick={() => retryUpload(id)}
          >
            <RotateCw size={18} aria-hidden />
          </IconButton>
        ) : (
          <span />
        )}
        <IconButton
          label={t("Cancel {name}", { name: file.name })}
          variant="overlay"
          onClick={() => cancelUpload(id)}
        >
          <X size={18} aria-hidden />
        </IconButton>
      </span>
      {state === "sending" && (
        <progress
          aria-label={t("Sent of {name}", { name: file.name })}
          value={share}
          max={1}
          className={cx(
            "absolute inset-x-0 bottom-0 h-1 w-full appearance-none bg-transparent",
            "[&::-moz-progress-bar]:bg-ok [&::-webkit-progress-bar]:bg-black/40 [&::-webkit-progress-value]:bg-ok",
          )}
        />
      )}
    </li>
  );
}

function usePreview(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
