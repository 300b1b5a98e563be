import { useTitle } from "@/settings/useTitle";
import { StatusPage } from "./StatusPage";
import { t } from "./texts";

export default function ForbiddenPage() {
  useTitle(t("Not for this account"));
  return (
    <StatusPage code="403" title={t("This page is not for your account")}>
      {t("You are logged in with another kind of account than this page is made for.")}
    </StatusPage>
  );
}
