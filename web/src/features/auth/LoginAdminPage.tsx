import { useSettings } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { AuthCard } from "./AuthCard";
import { LoginForm } from "./LoginForm";
import { t } from "./texts";

/** /auth/login/admin: nobody registers here, `limelight admin create` makes admins. */
export default function LoginAdminPage() {
  useTitle(t("Back office login"));
  const { siteName } = useSettings();
  return (
    <AuthCard title={t("Back office")} lead={t("For the people who run {siteName}.", { siteName })}>
      <LoginForm flow="admin" label={t("Log in as an admin")} />
    </AuthCard>
  );
}
