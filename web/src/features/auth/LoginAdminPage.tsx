import { useSettings } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { AuthCard } from "./AuthCard";
import { LoginForm } from "./LoginForm";

/** /auth/login/admin: nobody registers here, `limelight admin create` makes admins. */
export default function LoginAdminPage() {
  useTitle("Back office login");
  const { siteName } = useSettings();
  return (
    <AuthCard title="Back office" lead={`For the people who run ${siteName}.`}>
      <LoginForm flow="admin" label="Log in as an admin" />
    </AuthCard>
  );
}
