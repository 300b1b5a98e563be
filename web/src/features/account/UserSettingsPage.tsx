import { ConfirmAboveCard } from "./ConfirmAboveCard";
import { SettingsLayout } from "./SettingsLayout";

/** /account/user/account-settings */
export default function UserSettingsPage() {
  return <SettingsLayout more={(account) => <ConfirmAboveCard account={account} />} />;
}
