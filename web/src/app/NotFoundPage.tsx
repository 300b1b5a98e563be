import { useTitle } from "@/settings/useTitle";
import { StatusPage } from "./StatusPage";

export function NotFoundPage() {
  useTitle("Page not found");
  return (
    <StatusPage code="404" title="There is no such page">
      The address may be mistyped, or what was here has gone.
    </StatusPage>
  );
}
