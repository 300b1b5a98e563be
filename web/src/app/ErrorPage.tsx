import { useRouter } from "@tanstack/react-router";
import { messageOf } from "@/api/errors";
import { Button } from "@/ui/Button";
import { StatusPage } from "./StatusPage";

/** Shown in the layout when a page throws or its file cannot be loaded. */
export function ErrorPage({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  async function retry() {
    await router.invalidate();
    reset();
  }
  return (
    <StatusPage
      code="Oh"
      title="This page stumbled"
      actions={
        <>
          <Button variant="brand" onClick={retry}>
            Try again
          </Button>
          <Button variant="outline" onClick={() => location.reload()}>
            Reload
          </Button>
        </>
      }
    >
      {messageOf(error)}
    </StatusPage>
  );
}
