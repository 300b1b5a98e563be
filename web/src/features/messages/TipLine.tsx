import type { ReactNode } from "react";
import type { Message } from "@/realtime/events";
import { Coin } from "@/ui/Coin";
import { t } from "./texts";

/** A tip in a conversation. */
export function TipLine({ message }: { message: Message }) {
  const { senderInfo, token = 0, label, text } = message;
  const said = {
    b: (words: ReactNode) => <b className="font-semibold">{words}</b>,
    gold: (words: ReactNode) => <b className="tnum font-bold text-gold-ink">{words}</b>,
    name: senderInfo.username,
    count: token,
  };
  return (
    <div className="flex items-center gap-2.5 rounded-lg bg-gold-soft px-3.5 py-2 text-label font-normal text-fg ring-1 ring-gold/30 ring-inset">
      <Coin size={22} />
      <p className="min-w-0 [overflow-wrap:anywhere]">
        {label
          ? t.rich(
              "<b>{name}</b> has tipped <gold>{count, plural, one {# token} other {# tokens}}</gold> for <b>{label}</b>",
              { ...said, label },
            )
          : t.rich(
              "<b>{name}</b> has tipped <gold>{count, plural, one {# token} other {# tokens}}</gold>",
              said,
            )}
        {text && <span className="text-fg2"> — {text}</span>}
      </p>
    </div>
  );
}
