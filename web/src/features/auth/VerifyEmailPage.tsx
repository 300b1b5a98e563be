import { useQuery } from "@tanstack/react-query";
import { ApiError, messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { useSession } from "@/session/api";
import { useTitle } from "@/settings/useTitle";
import { Button, LinkButton } from "@/ui/Button";
import { Spinner } from "@/ui/Spinner";
import { useSearch } from "@/ui/useAddress";
import { AuthCard } from "./AuthCard";
import { verification } from "./api";
import { Centred } from "./Centred";
import { ResendForm } from "./ResendForm";
import { t } from "./texts";

const loginOf = {
  user: paths.loginUser,
  performer: paths.loginPerformer,
  studio: paths.loginStudio,
  admin: paths.loginAdmin,
};

/** /auth/verify-email?token=: follows the mailed link at once; without a token it sends a new one. */
export default function VerifyEmailPage() {
  useTitle(t("Verify your email"));
  const [query] = useSearch(paths.verifyEmail);
  return <Centred>{query.token ? <Confirming token={query.token} /> : <Ask />}</Centred>;
}

function Ask() {
  return (
    <AuthCard
      title={t("Verify your email")}
      lead={t("We send you a link that confirms your address. It works for 24 hours.")}
    >
      <ResendForm />
    </AuthCard>
  );
}

function Confirming({ token }: { token: string }) {
  const confirmed = useQuery(verification(token));
  const { isLoggedIn } = useSession();
  if (confirmed.isPending) {
    return (
      <AuthCard title={t("Verifying your email")}>
        <Spinner size={32} label={t("Verifying")} />
      </AuthCard>
    );
  }
  if (confirmed.data) {
    return (
      <AuthCard title={t("Your email is verified")} lead={confirmed.data.message}>
        {!isLoggedIn && (
          <LinkButton
            href={loginOf[confirmed.data.role]({ next: confirmed.data.next })}
            variant="brand"
            size="lg"
          >
            {t("Log in")}
          </LinkButton>
        )}
      </AuthCard>
    );
  }
  const refused = confirmed.error instanceof ApiError && confirmed.error.status === 422;
  return (
    <AuthCard
      title={refused ? t("This link does not work any more") : t("This did not work")}
      lead={messageOf(confirmed.error)}
    >
      {refused ? (
        <ResendForm />
      ) : (
        <Button variant="brand" size="lg" onClick={() => confirmed.refetch()}>
          {t("Try again")}
        </Button>
      )}
    </AuthCard>
  );
}
