import { Badge } from "@/ui/Badge";
import type { Status } from "./api";

const looks = {
  pending: { tone: "gold", label: "Waiting" },
  done: { tone: "ok", label: "Done" },
  rejected: { tone: "neutral", label: "Tokens returned" },
} as const;

/** What became of a result. */
export function StatusBadge({ status }: { status: Status }) {
  const { tone, label } = looks[status];
  return <Badge tone={tone}>{label}</Badge>;
}
