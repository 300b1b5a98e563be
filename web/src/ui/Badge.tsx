import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { formatCompact } from "@/lib/format";
import { t } from "./texts";

export type BadgeTone =
  | "neutral"
  | "brand"
  | "ok"
  | "gold"
  | "danger"
  | "violet"
  | "sky"
  | "live"
  | "vip"
  | "new"
  | "private"
  | "group"
  | "overlay";

const tones: Record<BadgeTone, string> = {
  neutral: "bg-s3 text-fg2",
  brand: "bg-brand-soft text-brand-ink",
  ok: "bg-ok-soft text-ok-ink",
  gold: "bg-gold-soft text-gold-ink",
  danger: "bg-danger-soft text-danger-ink",
  violet: "bg-violet-soft text-violet-ink",
  sky: "bg-sky-soft text-sky-ink",
  // These stand over pictures and are the same in both themes.
  live: "bg-live text-white font-bold tracking-[.04em]",
  vip: "bg-gold text-gold-on",
  new: "bg-white text-black",
  private: "bg-violet text-white",
  group: "bg-group text-white",
  overlay: "bg-black/65 text-white",
};

/** A short state: "Settled", "LIVE", "VIP". */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex h-[22px] shrink-0 items-center gap-1 whitespace-nowrap rounded-xs px-1.5 text-micro font-semibold",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

export function LiveBadge() {
  return (
    <Badge tone="live">
      <i aria-hidden className="size-1.5 rounded-full bg-white" />
      {t("LIVE")}
    </Badge>
  );
}

/** The tick of a checked identity. */
export function Verified() {
  return (
    <span
      role="img"
      aria-label={t("Verified")}
      title={t("Verified")}
      className="inline-grid size-4 shrink-0 place-items-center rounded-full bg-verified text-white"
    >
      <Check size={11} strokeWidth={3.5} aria-hidden />
    </span>
  );
}

/** A number on an icon; nothing for 0. `label` is read aloud with it: "unread messages". */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null;
  return (
    <span className="tnum absolute top-0.5 end-0.5 grid h-[18px] min-w-[18px] place-items-center rounded-full bg-live px-1 text-micro font-bold text-white">
      {formatCompact(count)}
      <span className="sr-only"> {label}</span>
    </span>
  );
}
