import { formatTokens } from "@/lib/format";
import { useSession } from "@/session/api";
import { TopUpLink } from "@/session/TopUpLink";
import { Coin } from "@/ui/Coin";
import { t } from "./texts";

type PriceNoteProps = { price: number; topUp: string | undefined };

/** Above the field where a message costs something: how much, and what one has left. */
export function PriceNote({ price, topUp }: PriceNoteProps) {
  const { session } = useSession();
  const balance = session?.balance ?? 0;
  return (
    <p className="mb-2 flex flex-wrap items-center gap-x-2 px-1 text-caption text-fg2">
      <Coin size={14} />
      {t("{count, plural, one {# token} other {# tokens}} a message", { count: price })}
      <span className="text-fg3">
        {t("You have {balance} tokens", { balance: formatTokens(balance) })}
      </span>
      {balance < price && topUp && (
        <TopUpLink href={topUp} over className="font-semibold text-gold-ink hover:underline" />
      )}
    </p>
  );
}
