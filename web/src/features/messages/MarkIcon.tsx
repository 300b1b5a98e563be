import { Check, CheckCheck, Clock, Hourglass } from "lucide-react";
import type { Mark } from "./look";
import { t } from "./texts";

/** How far one's own line has come, as a picture that is read aloud. */
export function MarkIcon({ mark }: { mark: Mark }) {
  const look = { size: 15, role: "img" } as const;
  switch (mark) {
    case "sending":
      return <Clock {...look} aria-label={t("Sending")} />;
    case "held":
      return <Hourglass {...look} aria-label={t("Waiting for review")} />;
    case "delivered":
      return <CheckCheck {...look} aria-label={t("Delivered")} />;
    case "read":
      return <CheckCheck {...look} aria-label={t("Read")} className="text-sky-ink" />;
    default:
      return <Check {...look} aria-label={t("Sent")} />;
  }
}
