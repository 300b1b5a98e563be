import { Plus } from "lucide-react";
import { formatCompact } from "@/lib/format";
import type { Session } from "@/session/api";
import type { Role } from "@/session/roles";
import { TopUpLink } from "@/session/TopUpLink";
import { Coin } from "@/ui/Coin";
import { Link } from "@/ui/Link";
import { useHasPage } from "@/ui/useAddress";
import { paths } from "../paths";
import { t } from "../texts";

const shape =
  "inline-flex h-11 items-center gap-2 rounded-full bg-gold-soft px-3 text-label font-bold text-gold-ink";

/** The balance; it leads to buying tokens or, for those who earn, to their payouts (spec §2). */
export function TokenPill({ session }: { session: Session }) {
  const hasPage = useHasPage();
  const page = tokenPageOf(session.role);
  if (session.role === "admin") return null;

  const amount = formatCompact(session.balance);
  const figures = (
    <>
      <Coin size={20} />
      <span className="tnum">{amount}</span>
    </>
  );
  if (!hasPage(page)) {
    return (
      <span role="img" aria-label={t("Token balance {amount}", { amount })} className={shape}>
        {figures}
      </span>
    );
  }
  if (session.role !== "user") {
    return (
      <Link
        href={page}
        aria-label={t("Token balance {amount}. Payout requests", { amount })}
        className={shape}
      >
        {figures}
      </Link>
    );
  }
  return (
    <TopUpLink
      href={page}
      aria-label={t("Token balance {amount}. Buy tokens", { amount })}
      className={`${shape} pe-1.5`}
    >
      {figures}
      <span className="grid size-8 place-items-center rounded-full bg-gold text-gold-on">
        <Plus size={16} strokeWidth={3} aria-hidden />
      </span>
    </TopUpLink>
  );
}

/** Where the token button leads (spec §2). */
function tokenPageOf(role: Role): string | undefined {
  const byRole: Partial<Record<Role, string>> = {
    user: paths.user.fundsTokens(),
    performer: paths.performer.payoutRequests(),
    studio: paths.studio.payoutRequests(),
  };
  return byRole[role];
}
