import { paths } from "@/app/paths";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Link } from "@/ui/Link";
import { AuthCard } from "./AuthCard";
import { LoginForm } from "./LoginForm";
import { RoleChoices } from "./RoleChoices";
import { t } from "./texts";
import { textLink } from "./words";

/** /auth/login/performer */
export default function LoginPerformerPage() {
  const { model } = useLabels();
  useTitle(t("{model} login", { model }));
  return (
    <AuthCard
      title={t("{model} login", { model })}
      lead={t("Go live, answer your fans and see what you earn.")}
      top={<RoleChoices to="login" selected="performer" />}
      footer={
        <p>
          {t.rich("Want to perform? <a>Register as a {model}</a>", {
            model: model.toLowerCase(),
            a: (words) => (
              <Link href={paths.registerPerformer()} className={textLink}>
                {words}
              </Link>
            ),
          })}
        </p>
      }
    >
      <LoginForm
        flow="performers"
        label={t("Log in as a {model}", { model: model.toLowerCase() })}
      />
    </AuthCard>
  );
}
