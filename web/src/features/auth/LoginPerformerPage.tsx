import { paths } from "@/app/paths";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Link } from "@/ui/Link";
import { AuthCard } from "./AuthCard";
import { LoginForm } from "./LoginForm";
import { RoleChoices } from "./RoleChoices";
import { textLink } from "./words";

/** /auth/login/performer */
export default function LoginPerformerPage() {
  const { model } = useLabels();
  useTitle(`${model} login`);
  return (
    <AuthCard
      title={`${model} login`}
      lead="Go live, answer your fans and see what you earn."
      top={<RoleChoices to="login" selected="performer" />}
      footer={
        <p>
          Want to perform?{" "}
          <Link href={paths.registerPerformer()} className={textLink}>
            Register as a {model.toLowerCase()}
          </Link>
        </p>
      }
    >
      <LoginForm flow="performers" label={`Log in as a ${model.toLowerCase()}`} />
    </AuthCard>
  );
}
