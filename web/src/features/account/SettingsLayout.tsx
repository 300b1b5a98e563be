import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LanguageCard } from "@/session/LanguageCard";
import { useTitle } from "@/settings/useTitle";
import { PageHeader } from "@/ui/Card";
import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { AvatarCard } from "./AvatarCard";
import { type Me, me } from "./api";
import { DevicesCard } from "./DevicesCard";
import { EmailCard } from "./EmailCard";
import { PasswordCard } from "./PasswordCard";
import { ProfileCard } from "./ProfileCard";
import { t } from "./texts";

// Below the fold, and with a set-up that few people open.
const TwoFactorCard = lazyPart(
  () => import("./TwoFactorCard").then((file) => file.TwoFactorCard),
  <Skeleton alone className="h-40 rounded-lg" />,
);
const PasskeysCard = lazyPart(
  () => import("./PasskeysCard").then((file) => file.PasskeysCard),
  <Skeleton alone className="h-40 rounded-lg" />,
);
const CloseAccountCard = lazyPart(
  () => import("./CloseAccountCard").then((file) => file.CloseAccountCard),
  <Skeleton alone className="h-40 rounded-lg" />,
);
const DataCard = lazyPart(
  () => import("./DataCard").then((file) => file.DataCard),
  <Skeleton alone className="h-40 rounded-lg" />,
);
const ErasureCard = lazyPart(
  () => import("./ErasureCard").then((file) => file.ErasureCard),
  <Skeleton alone className="h-40 rounded-lg" />,
);

type SettingsLayoutProps = {
  /** Above everything, such as the state of an identity check. */
  banner?: ReactNode;
  nameLabel?: string;
  /** Of this role alone. */
  more?: (account: Me) => ReactNode;
};

/** The account settings every role has. */
export function SettingsLayout({ banner, nameLabel = t("Name"), more }: SettingsLayoutProps) {
  useTitle(t("Account settings"));
  const account = useQuery(me());
  return (
    <div className="max-w-[1080px]">
      <PageHeader title={t("Account settings")}>
        {t("Your name, how you log in and where you are logged in.")}
      </PageHeader>
      {banner}
      {account.error && account.data === undefined && (
        <ErrorState error={account.error} onRetry={account.refetch} />
      )}
      {account.isPending && <Waiting />}
      {account.data && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <AvatarCard account={account.data} />
          <ProfileCard account={account.data} nameLabel={nameLabel} />
          <EmailCard account={account.data} />
          <PasswordCard />
          <LanguageCard />
          {more && <div className="lg:col-span-2">{more(account.data)}</div>}
          <div className="lg:col-span-2">
            <TwoFactorCard />
          </div>
          <div className="lg:col-span-2">
            <PasskeysCard />
          </div>
          <div className="lg:col-span-2">
            <DevicesCard />
          </div>
          <div className="lg:col-span-2">
            <DataCard />
          </div>
          <div className="lg:col-span-2">
            <CloseAccountCard />
          </div>
          <div className="lg:col-span-2">
            <ErasureCard />
          </div>
        </div>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div aria-busy className="grid gap-5 lg:grid-cols-2">
      {["a", "b", "c", "d"].map((key) => (
        <Skeleton key={key} className="h-60 rounded-lg" />
      ))}
    </div>
  );
}
