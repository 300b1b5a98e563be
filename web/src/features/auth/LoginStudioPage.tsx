import { paths } from "@/app/paths";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Link } from "@/ui/Link";
import { AuthCard } from "./AuthCard";
import { LoginForm } from "./LoginForm";
import { RoleChoices } from "./RoleChoices";
import { t } from "./texts";
import { textLink } from "./words";

/** /studio/login */
export default function LoginStudioPage() {
  useTitle(t("Studio login"));
  const { models } = useLabels();
  return (
    <AuthCard
      title={t("Studio login")}
      lead={t("Look after your {models} and what they earn.", { models: models.toLowerCase() })}
      top={<RoleChoices to="login" selected="studio" />}
      footer={
        <p>
          {t.rich("No studio yet? <a>Register a studio</a>", {
            a: (words) => (
              <Link href={paths.registerStudio()} className={textLink}>
                {words}
              </Link>
            ),
          })}
        </p>
      }
    >
      <LoginForm flow="studio" label={t("Log in as a studio")} />
    </AuthCard>
  );
}
