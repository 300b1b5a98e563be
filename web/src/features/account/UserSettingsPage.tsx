import type { SettingsSlots } from "@/declared/slots";
import { ConfirmAboveCard } from "./ConfirmAboveCard";
import { SettingsLayout } from "./SettingsLayout";

/** /account/user/account-settings */
export default function UserSettingsPage({ MemberCard }: Pick<SettingsSlots, "MemberCard">) {
  return (
    <SettingsLayout
      more={(account) => (
        <div className="grid gap-5">
          <ConfirmAboveCard account={account} />
          {MemberCard && <MemberCard />}
        </div>
      )}
    />
  );
}
