import UserSettingsPage from "@/features/account/UserSettingsPage";
import { settingsSlots } from "./settingsSlots";

/** /account/user/account-settings */
export default function MemberSettingsPage() {
  return <UserSettingsPage MemberCard={settingsSlots.MemberCard} />;
}
