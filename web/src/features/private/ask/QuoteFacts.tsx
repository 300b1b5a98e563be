import { Clock, Eye, EyeOff, Gift, Video, VideoOff, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { countOf } from "@/lib/format";
import { Coin } from "@/ui/Coin";
import type { Quote } from "../api";

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
        <b className="tnum text-h2 font-extrabold">{countOf(price, "token")}</b>
        <span className="text-label font-normal text-fg2">a minute</span>
      </p>
      <ul className="mt-3 grid gap-2 text-label font-normal text-fg2">
        <Fact icon={<Wallet size={16} aria-hidden />}>
          You have {countOf(balance, "token")}:{" "}
          {minutes > 0 ? `${countOf(minutes, "minute")} at this price` : "less than a minute"}
        </Fact>
        <Fact icon={<Clock size={16} aria-hidden />}>
          At least {countOf(minMinutes, "minute")}
          {minMinutes > 0 && `, ${countOf(price * minMinutes, "token")} reserved at the start`}
        </Fact>
        {freeSeconds > 0 && (
          <Fact icon={<Gift size={16} aria-hidden />}>
            The first {countOf(freeSeconds, "second")} are free
          </Fact>
        )}
        <Fact icon={looked ? <Eye size={16} aria-hidden /> : <EyeOff size={16} aria-hidden />}>
          {looked
            ? "Others may look in for a fee. They never see or hear you"
            : "Nobody else looks in"}
        </Fact>
        <Fact icon={record ? <Video size={16} aria-hidden /> : <VideoOff size={16} aria-hidden />}>
          {record ? "The show is recorded" : "The show is not recorded"}
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
