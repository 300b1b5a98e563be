import { CircleAlert, CircleCheck, CircleHelp } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";

const tones = {
  good: { icon: CircleCheck, className: "bg-ok-soft text-ok-ink" },
  bad: { icon: CircleAlert, className: "bg-danger-soft text-danger-ink" },
  open: { icon: CircleHelp, className: "bg-s2 text-fg2" },
} as const;

type SentenceProps = { tone: keyof typeof tones; title: string; children?: ReactNode };

/** What a check has found, in plain words. */
export function Sentence({ tone, title, children }: SentenceProps) {
  const { icon: Icon, className } = tones[tone];
  return (
    <div
      role={tone === "bad" ? "alert" : "status"}
      className={cx("flex gap-3 rounded-md p-4", className)}
    >
      <Icon size={22} aria-hidden className="mt-0.5 shrink-0" />
      <div className="grid gap-1 text-label">
        <p className="text-h3 font-bold">{title}</p>
        {children}
      </div>
    </div>
  );
}
