import { Search, X } from "lucide-react";
import { useState } from "react";
import { cx } from "@/lib/cx";
import { useSession } from "@/session/api";
import { useSettings } from "@/settings/api";
import { IconButton, LinkButton } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { Logo } from "@/ui/Logo";
import { paths } from "../paths";
import { t } from "../texts";
import { AccountMenu } from "./AccountMenu";
import { MainNav } from "./MainNav";
import { SearchForm } from "./SearchForm";
import { TokenPill } from "./TokenPill";
import { Waiting } from "./waits";

/** The header of every layout (spec §2). */
export function Header({ className }: { className?: string }) {
  const { siteName, logoUrl } = useSettings();
  const [searching, setSearching] = useState(false);
  return (
    <header
      className={cx(
        "sticky top-(--strip) z-30 border-b border-line bg-bg/85 pt-[env(safe-area-inset-top)] backdrop-blur-xl",
        className,
      )}
    >
      <div className="mx-auto flex h-(--bar) max-w-[1720px] items-center gap-2 px-4 lg:gap-4 lg:px-8">
        <Link
          href={paths.home()}
          aria-label={t("{siteName}, home", { siteName })}
          className="flex min-h-11 min-w-0 items-center md:shrink-0"
        >
          <Logo siteName={siteName} logoUrl={logoUrl} />
        </Link>
        <MainNav className="ms-3 max-lg:hidden" />
        <SearchForm className="mx-auto w-full max-w-md max-md:hidden" shortcut />
        <div className="ms-auto flex shrink-0 items-center gap-1 md:ms-0 lg:gap-2">
          <IconButton
            label={searching ? t("Close search") : t("Search")}
            aria-expanded={searching}
            className="md:hidden"
            onClick={() => setSearching(!searching)}
          >
            {searching ? <X size={21} aria-hidden /> : <Search size={21} aria-hidden />}
          </IconButton>
          <Visitor />
        </div>
      </div>
      {searching && (
        <div className="rise px-4 pb-3 md:hidden">
          <SearchForm autoFocus onSearched={() => setSearching(false)} />
        </div>
      )}
    </header>
  );
}

function Visitor() {
  const { session, isPending } = useSession();
  if (isPending) return <span className="h-11 w-24" aria-hidden />;
  if (session === undefined) {
    return (
      <LinkButton href={paths.loginUser()} variant="brand">
        {t("Login")}
      </LinkButton>
    );
  }
  return (
    <>
      <TokenPill session={session} />
      {/* As wide as what comes for most. */}
      <div className="flex min-w-11 justify-end gap-1 lg:min-w-24 lg:gap-2">
        <Waiting />
      </div>
      <AccountMenu session={session} className="max-lg:hidden" />
    </>
  );
}
