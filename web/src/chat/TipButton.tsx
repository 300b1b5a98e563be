import { Gift } from "lucide-react";
import { t } from "./texts";

/** Beside the line that is written over a phone's picture: opens the tip sheet. */
export function TipButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex h-12 shrink-0 items-center gap-2 rounded-full bg-gold px-5 text-body font-bold text-gold-on active:scale-[.98]"
    >
      <Gift size={20} aria-hidden />
      {t("Tip")}
    </button>
  );
}
