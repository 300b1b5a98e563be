import { Image } from "lucide-react";
import { t } from "./texts";

/** Stands for a photo where there are only words: in the list, in quotes, above the field. */
export function PhotoWord() {
  return (
    <>
      <Image size={14} aria-hidden className="me-1 inline -translate-y-px" />
      {t("Photo")}
    </>
  );
}
