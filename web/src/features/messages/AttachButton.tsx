import { ImagePlus } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "@/ui/Button";
import { t } from "./texts";

type AttachButtonProps = {
  /** Endings without the dot. */
  accepted: readonly string[];
  onFiles: (files: File[]) => void;
};

/** Opens the device's choice of photos. */
export function AttachButton({ accepted, onFiles }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label={t("Send photos")}
        className="my-0.5 rounded-full"
        onClick={() => input.current?.click()}
      >
        <ImagePlus size={21} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("Photos")}
        accept={accepted.map((ending) => `.${ending}`).join(",")}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </>
  );
}
