import { Badge } from "@/ui/Badge";
import type { Result } from "./api";

const looks = {
  pending: { tone: "gold", label: "Waiting" },
  done: { tone: "ok", label: "Done" },
  rejected: { tone: "neutral", label: "Tokens returned" },
} as const;

type StatusBadgeProps = { result: Pick<Result, "status" | "refunded" | "originalPrice"> };

/** What became of a result. */
export function StatusBadge({ result: { status, refunded, originalPrice } }: StatusBadgeProps) {
  if (refunded > 0) {
    return (
      <Badge tone="neutral">{refunded < originalPrice ? "Partly refunded" : "Refunded"}</Badge>
    );
  }
  const { tone, label } = looks[status];
  return <Badge tone={tone}>{label}</Badge>;
}
