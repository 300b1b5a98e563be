import { X } from "lucide-react";
import { useState } from "react";
import { cx } from "@/lib/cx";
import { IconButton } from "@/ui/Button";
import { t } from "./texts";

type WelcomeProps = { name: string; text: string; over: boolean };

/** What the performer says to everybody who enters her room, until it is put away. */
export function Welcome({ name, text, over }: WelcomeProps) {
  const [isShown, setIsShown] = useState(true);
  if (!isShown) return null;
  return (
    <p
      className={cx(
        "flex shrink-0 items-start gap-2 py-0.5 pe-1 ps-3 text-label leading-5 font-normal",
        over
          ? "ms-3 me-19 rounded-md bg-black/55 text-white"
          : "mx-4 mb-1 rounded-md border border-line bg-s2 text-fg",
      )}
    >
      <span className="max-h-24 min-w-0 flex-1 overflow-y-auto py-2.5 [overflow-wrap:anywhere]">
        <b className="font-semibold">{name}</b> {text}
      </span>
      <IconButton label={t("Put the welcome away")} onClick={() => setIsShown(false)}>
        <X size={16} aria-hidden />
      </IconButton>
    </p>
  );
}
