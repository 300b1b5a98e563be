import { useMutation } from "@tanstack/react-query";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { useTitle } from "@/settings/useTitle";
import { Button, LinkButton } from "@/ui/Button";
import { FieldError } from "@/ui/Field";
import { useSearch } from "@/ui/useAddress";
import { AuthCard } from "./AuthCard";
import { stopEmailChange } from "./api";
import { Centred } from "./Centred";
import { t } from "./texts";

/** /auth/stop-email-change?token=: asks first, since mail programs look at links before people do. */
export default function StopEmailChangePage() {
  useTitle(t("Stop the change of your email address"));
  const [{ token = "" }] = useSearch(paths.stopEmailChange);
  const stop = useMutation({ mutationFn: stopEmailChange });
  if (stop.data) {
    return (
      <Centred>
        <AuthCard title={t("The change is stopped")} lead={stop.data.message}>
          <LinkButton href={paths.forgotPassword()} variant="outline" size="lg">
            {t("Send me another link")}
          </LinkButton>
        </AuthCard>
      </Centred>
    );
  }
  return (
    <Centred>
      <AuthCard
        title={t("Stop the change of your email address?")}
        lead={t(
          "Your account keeps the address to which we sent you this link. Every device is logged out, and we send you a link to choose a new password.",
        )}
      >
        {stop.error && <FieldError>{messageOf(stop.error)}</FieldError>}
        <Button
          variant="danger"
          size="lg"
          pending={stop.isPending}
          onClick={() => stop.mutate(token)}
        >
          {t("Stop the change")}
        </Button>
        <LinkButton href={paths.contact()} variant="ghost">
          {t("Contact us")}
        </LinkButton>
      </AuthCard>
    </Centred>
  );
}
