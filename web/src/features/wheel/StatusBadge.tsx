import { Badge } from "@/ui/Badge";
import type { Result } from "./api";
import { t } from "./texts";

const looks = () =>
  ({
    pending: { tone: "gold", label: t("Waiting") },
    done: { tone: "ok", label: t("Done") },
    rejected: { tone: "neutral", label: t("Tokens returned") },
  }) as const;

type StatusBadgeProps = { result: Pick<Result, "status" | "refunded" | "originalPrice"> };

/** What became of a result. */
export function StatusBadge({ result: { status, refunded, originalPrice } }: StatusBadgeProps) {
  if (refunded > 0) {
    return (
      <Badge tone="neutral">
        {refunded < originalPrice ? t("Partly refunded") : t("Refunded")}
      </Badge>
    );
  }
  const { tone, label } = looks()[status];
  return <Badge tone={tone}>{label}</Badge>;
}
