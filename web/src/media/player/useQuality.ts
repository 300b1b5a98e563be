import { useEffect, useState } from "react";
import { onDevice } from "@/lib/storage";
import type { Quality, RemotePicture } from "../receive";
import { t } from "./texts";

/** What a viewer chooses between, when a picture comes in several sizes. */
export const qualities = (): readonly { id: Quality; label: string }[] => [
  { id: "auto", label: t("Auto") },
  { id: "medium", label: t("Medium") },
  { id: "low", label: t("Low, saves data") },
];

const key = "quality";

/** The quality chosen last on this device; each picture that comes is asked for in it. */
export function useQuality(picture: RemotePicture | undefined) {
  const [quality, setQuality] = useState(kept);

  useEffect(() => {
    if (quality !== "auto") picture?.choose?.(quality);
  }, [picture, quality]);

  function choose(next: Quality) {
    setQuality(next);
    onDevice.set(key, next);
    if (next === "auto") picture?.choose?.(next);
  }

  return { quality, choose };
}

function kept(): Quality {
  const was = onDevice.get(key);
  return qualities().find(({ id }) => id === was)?.id ?? "auto";
}
