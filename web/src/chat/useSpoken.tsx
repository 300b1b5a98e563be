import { BellOff, BellRing } from "lucide-react";
import { useState } from "react";
import { cx } from "@/lib/cx";
import { onDevice } from "@/lib/storage";
import { IconButton } from "@/ui/Button";
import { t } from "./texts";

const key = "chat-spoken";

/** Whether screen readers are told of new messages; remembered on this device. */
export function useSpoken() {
  const [spoken, setSpoken] = useState(() => onDevice.get(key) !== "no");
  function toggle() {
    onDevice.set(key, spoken ? "no" : "yes");
    setSpoken(!spoken);
  }
  return { spoken, toggle };
}

type SpeechSwitchProps = ReturnType<typeof useSpoken> & { className?: string };

/** Quietens the chat for screen readers. Shown when the keyboard reaches it; a pointer has no use for it. */
export function SpeechSwitch({ spoken, toggle, className }: SpeechSwitchProps) {
  return (
    <IconButton
      label={spoken ? t("Stop reading new messages aloud") : t("Read new messages aloud")}
      size="sm"
      onClick={toggle}
      className={cx("sr-only focus-visible:not-sr-only", className)}
    >
      {spoken ? <BellRing size={16} aria-hidden /> : <BellOff size={16} aria-hidden />}
    </IconButton>
  );
}
