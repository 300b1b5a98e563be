import { paths } from "@/app/paths";
import type { SignInSlots } from "@/declared/slots";
import { useSettings } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Link } from "@/ui/Link";
import { useSearch } from "@/ui/useAddress";
import { AuthCard } from "./AuthCard";
import { LoginForm } from "./LoginForm";
import { RoleChoices } from "./RoleChoices";
import { t } from "./texts";
import { textLink } from "./words";

/** /auth/login/user */
export default function LoginUserPage({ SignInWays }: SignInSlots) {
  useTitle(t("Log in"));
  const { siteName } = useSettings();
  const [query] = useSearch(paths.loginUser);
  return (
    <AuthCard
      title={t("Welcome back")}
      lead={t("Log in to chat and tip on {siteName}.", { siteName })}
      top={<RoleChoices to="login" selected="user" />}
      footer={
        <p>
          {t.rich("New here? <a>Create an account</a>", {
            a: (words) => (
              <Link href={paths.registerUser({ next: query.next })} className={textLink}>
                {words}
              </Link>
            ),
          })}
        </p>
      }
    >
      <LoginForm flow="users" label={t("Log in as a member")} SignInWays={SignInWays} />
    </AuthCard>
  );
}
