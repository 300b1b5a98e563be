import { useQuery } from "@tanstack/react-query";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import { LinkButton } from "@/ui/Button";
import { useNow } from "@/ui/useNow";
import { limits } from "./api";
import { t } from "./texts";

export type Notice = { kind: "frozen" } | { kind: "paused"; until: string };

/** Why nothing can be bought now, when that is known beforehand. */
export function useSpendingNotice(): Notice | undefined {
  const { data } = useQuery(limits());
  const now = useNow();
  if (data?.frozen) return { kind: "frozen" };
  const until = data?.coolOffUntil;
  return until !== undefined && Date.parse(until) > now ? { kind: "paused", until } : undefined;
}

type SpendingNoticeProps = { notice: Notice | undefined; beside?: boolean };

export function SpendingNotice({ notice, beside = false }: SpendingNoticeProps) {
  if (notice === undefined) return null;
  if (notice.kind === "paused") {
    return (
      <p role="status" className="rounded-md bg-sky-soft px-4 py-3 text-label text-sky-ink">
        {t("You have paused your spending until {when}. Buying is paused with it.", {
          when: formatDateTime(notice.until),
        })}
      </p>
    );
  }
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-md bg-danger-soft px-4 py-3 text-label text-danger-ink"
    >
      <p className="min-w-0 flex-1">
        {t(
          "Your spending is paused while a payment is being looked at. A person decides; write to us if you can help.",
        )}
      </p>
      <LinkButton href={paths.contact()} variant="outline" size="sm" newTab={beside}>
        {t("Write to us")}
      </LinkButton>
    </div>
  );
}
