import { useTitle } from "@/settings/useTitle";
import { StatusPage } from "./StatusPage";
import { t } from "./texts";

export function NotFoundPage() {
  useTitle(t("Page not found"));
  return (
    <StatusPage code="404" title={t("There is no such page")}>
      {t("The address may be mistyped, or what was here has gone.")}
    </StatusPage>
  );
}
