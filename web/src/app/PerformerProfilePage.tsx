import { ProfilePage } from "@/features/performer/ProfilePage";
import { About } from "@/features/room/About";

/** /account/performer/profile, with her page as her room shows it. */
export default function PerformerProfilePage() {
  return <ProfilePage page={(profile) => <About performer={profile} />} />;
}
