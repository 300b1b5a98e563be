import { Badge } from "@/ui/Badge";
import { t } from "../texts";
import type { PayoutRequest } from "./types";
import { statuses } from "./words";

type StatusBadgeProps = { request: Pick<PayoutRequest, "status" | "secondApproval"> };

/** How far a request is. */
export function StatusBadge({ request: { status, secondApproval } }: StatusBadgeProps) {
  const known = statuses().find(({ value }) => value === status);
  return (
    <Badge tone={known?.tone ?? "neutral"}>
      {secondApproval ? t("Approved by one of two") : (known?.label ?? status)}
    </Badge>
  );
}
