import { Clock, Eye, EyeOff, Gift, Video, VideoOff, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { Coin } from "@/ui/Coin";
import type { Quote } from "../api";
import { t } from "../texts";

type QuoteFactsProps = { quote: Quote; price: number; exclusive: boolean };

/** What a private show costs, and on what terms: everything before asking. */
export function QuoteFacts({ quote, price, exclusive }: QuoteFactsProps) {
  const { minMinutes, freeSeconds, balance, peekIn, record } = quote;
  const minutes = Math.floor(balance / price);
  const looked = peekIn && !exclusive;
  return (
    <div className="rounded-lg bg-s2 p-4">
      <p className="flex items-center gap-2">
        <Coin size={24} />
        <b className="tnum text-h2 font-extrabold">
          {t("{count, plural, one {# token} other {# tokens}}", { count: price })}
        </b>
        <span className="text-label font-normal text-fg2">{t("a minute")}</span>
      </p>
      <ul className="mt-3 grid gap-2 text-label font-normal text-fg2">
        <Fact icon={<Wallet size={16} aria-hidden />}>
          {minutes > 0
            ? t(
                "You have {balance, plural, one {# token} other {# tokens}}: {count, plural, one {# minute} other {# minutes}} at this price",
                { balance, count: minutes },
              )
            : t("You have {balance, plural, one {# token} other {# tokens}}: less than a minute", {
                balance,
              })}
        </Fact>
        <Fact icon={<Clock size={16} aria-hidden />}>
          {minMinutes > 0
            ? t(
                "At least {count, plural, one {# minute} other {# minutes}}, {tokens, plural, one {# token} other {# tokens}} reserved at the start",
                { count: minMinutes, tokens: price * minMinutes },
              )
            : t("At least {count, plural, one {# minute} other {# minutes}}", {
                count: minMinutes,
              })}
        </Fact>
        {freeSeconds > 0 && (
          <Fact icon={<Gift size={16} aria-hidden />}>
            {t("The first {count, plural, one {# second} other {# seconds}} are free", {
              count: freeSeconds,
            })}
          </Fact>
        )}
        <Fact icon={looked ? <Eye size={16} aria-hidden /> : <EyeOff size={16} aria-hidden />}>
          {looked
            ? t("Others may look in for a fee. They never see or hear you")
            : t("Nobody else looks in")}
        </Fact>
        <Fact icon={record ? <Video size={16} aria-hidden /> : <VideoOff size={16} aria-hidden />}>
          {record ? t("The show is recorded") : t("The show is not recorded")}
        </Fact>
      </ul>
    </div>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <span className="mt-0.5 shrink-0 text-fg3">{icon}</span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}
