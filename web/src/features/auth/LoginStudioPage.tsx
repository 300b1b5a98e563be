import { paths } from "@/app/paths";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Link } from "@/ui/Link";
import { AuthCard } from "./AuthCard";
import { LoginForm } from "./LoginForm";
import { RoleChoices } from "./RoleChoices";
import { textLink } from "./words";

/** /studio/login */
export default function LoginStudioPage() {
  useTitle("Studio login");
  const { models } = useLabels();
  return (
    <AuthCard
      title="Studio login"
      lead={`Look after your ${models.toLowerCase()} and what they earn.`}
      top={<RoleChoices to="login" selected="studio" />}
      footer={
        <p>
          No studio yet?{" "}
          <Link href={paths.registerStudio()} className={textLink}>
            Register a studio
          </Link>
        </p>
      }
    >
      <LoginForm flow="studio" label="Log in as a studio" />
    </AuthCard>
  );
}
