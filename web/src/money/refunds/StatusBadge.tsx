import { Badge } from "@/ui/Badge";
import { t } from "../texts";
import type { RefundRequest } from "./types";
import { statuses } from "./words";

type StatusBadgeProps = { request: Pick<RefundRequest, "status" | "resolution"> };

/** What became of a request. */
export function StatusBadge({ request: { status, resolution } }: StatusBadgeProps) {
  const known = statuses().find(({ value }) => value === status);
  return (
    <Badge tone={known?.tone ?? "neutral"}>
      {resolution === "partial" ? t("Refunded in part") : (known?.label ?? status)}
    </Badge>
  );
}
