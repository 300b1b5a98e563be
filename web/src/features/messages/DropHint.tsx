import { ImagePlus } from "lucide-react";
import { t } from "./texts";

/** Over a conversation while files are held above it. */
export function DropHint({ name }: { name: string }) {
  return (
    <div className="pointer-events-none absolute inset-3 z-10 grid place-content-center justify-items-center gap-3 rounded-lg border-2 border-dashed border-brand-ink bg-bg/90 text-label font-semibold">
      <ImagePlus size={36} aria-hidden className="text-brand-ink" />
      {t("Drop photos here to send them to {name}", { name })}
    </div>
  );
}
