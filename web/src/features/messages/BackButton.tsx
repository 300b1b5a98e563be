import { ArrowLeft } from "lucide-react";
import { IconButton } from "@/ui/Button";
import { t } from "./texts";

/** From a conversation to the list, on a phone, which shows one of both. */
export function BackButton({ onBack }: { onBack: () => void }) {
  return (
    <IconButton label={t("Back to conversations")} className="lg:hidden" onClick={onBack}>
      <ArrowLeft size={21} aria-hidden className="rtl:-scale-x-100" />
    </IconButton>
  );
}
