import { formatDateTime } from "@/lib/time";
import { isSoon, timeLeft } from "@/orders/words";
import { Badge } from "@/ui/Badge";
import { useNow } from "@/ui/useNow";

/** How long is left, red on the last day. */
export function Deadline({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      <Badge tone={isSoon(at, now) ? "danger" : "gold"}>{timeLeft(at, now)}</Badge>
    </time>
  );
}
