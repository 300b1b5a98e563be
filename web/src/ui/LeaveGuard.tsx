import { useBlocker } from "@tanstack/react-router";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { t } from "./texts";

/** Asks before unsaved changes are lost, whether by a link or by closing the tab. */
export function LeaveGuard({ active }: { active: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => active && current.pathname !== next.pathname,
    enableBeforeUnload: active,
    withResolver: true,
  });
  return (
    <Dialog
      leaving
      open={status === "blocked"}
      onClose={() => reset?.()}
      title={t("Leave without saving?")}
      description={t("Your changes are not saved yet and would be lost.")}
      actions={
        <>
          <Button variant="ghost" onClick={() => proceed?.()}>
            {t("Leave")}
          </Button>
          <Button variant="brand" onClick={() => reset?.()}>
            {t("Stay here")}
          </Button>
        </>
      }
    />
  );
}
