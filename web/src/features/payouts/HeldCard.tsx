import { useQuery } from "@tanstack/react-query";
import { formatTokens } from "@/lib/format";
import { Card } from "@/ui/Card";
import { LoadFailure } from "@/ui/States";
import { type Earner, preview } from "./api";
import { heldDays } from "./held";
import { t } from "./texts";

/** When what is held becomes free; nothing when nothing is held. */
export function HeldCard({ earner }: { earner: Earner }) {
  const found = useQuery(preview(earner, "bank_transfer", ""));
  const { data } = found;
  if (!data?.heldTotal) return <LoadFailure query={found} what={t("What is held")} />;
  const more = data.heldTotal - data.heldEntries.length;
  return (
    <Card title={t("When held tokens become free")}>
      <p className="mb-3 text-label text-fg2">
        {t("New income waits some days, in case a member's payment is taken back.")}
      </p>
      <ul aria-label={t("Held tokens by day")}>
        {heldDays(data.heldEntries).map(({ day, count, tokens }) => (
          <li
            key={day}
            className="flex justify-between gap-4 border-b border-line py-2 text-label last:border-0"
          >
            <span>
              {day} <span className="text-fg3">× {count}</span>
            </span>
            <span className="tnum font-semibold">{formatTokens(tokens)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-2 text-caption text-fg3">
          {t("{count, plural, one {# later income} other {# later incomes}} not listed.", {
            count: more,
          })}
        </p>
      )}
    </Card>
  );
}
