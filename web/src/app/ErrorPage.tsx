import { useRouter } from "@tanstack/react-router";
import { messageOf } from "@/api/errors";
import { Button } from "@/ui/Button";
import { StatusPage } from "./StatusPage";
import { t } from "./texts";

/** Shown in the layout when a page throws or its file cannot be loaded. */
export function ErrorPage({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  async function retry() {
    await router.invalidate();
    reset();
  }
  return (
    <StatusPage
      code={t("Oh")}
      title={t("This page stumbled")}
      actions={
        <>
          <Button variant="brand" onClick={retry}>
            {t("Try again")}
          </Button>
          <Button variant="outline" onClick={() => location.reload()}>
            {t("Reload")}
          </Button>
        </>
      }
    >
      {messageOf(error)}
    </StatusPage>
  );
}
