import { paths } from "@/app/paths";
import { useSettings } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Link } from "@/ui/Link";
import { useSearch } from "@/ui/useAddress";
import { AuthCard } from "./AuthCard";
import { LoginForm } from "./LoginForm";
import { RoleChoices } from "./RoleChoices";
import { textLink } from "./words";

/** /auth/login/user */
export default function LoginUserPage() {
  useTitle("Log in");
  const { siteName } = useSettings();
  const [query] = useSearch(paths.loginUser);
  return (
    <AuthCard
      title="Welcome back"
      lead={`Log in to chat and tip on ${siteName}.`}
      top={<RoleChoices to="login" selected="user" />}
      footer={
        <p>
          New here?{" "}
          <Link href={paths.registerUser({ next: query.next })} className={textLink}>
            Create an account
          </Link>
        </p>
      }
    >
      <LoginForm flow="users" label="Log in as a member" />
    </AuthCard>
  );
}
