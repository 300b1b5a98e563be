import { SettingsLayout } from "./SettingsLayout";

/** /account/user/account-settings */
export default function UserSettingsPage() {
  return <SettingsLayout />;
}
