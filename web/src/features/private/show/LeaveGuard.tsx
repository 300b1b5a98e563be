import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";
import { endShow } from "../api";
import type { Side } from "./side";

/** Nobody leaves a running show by mistake. A reload is safe and asks nothing. */
export function LeaveGuard({ side: { actions, conversationId } }: { side: Side }) {
  const [isEnding, setIsEnding] = useState(false);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      actions.store.getState().scene === "on" && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  });

  async function endAndLeave() {
    setIsEnding(true);
    try {
      await endShow(conversationId);
      proceed?.();
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setIsEnding(false);
    }
  }

  return (
    <Dialog
      open={status === "blocked"}
      onClose={() => reset?.()}
      title="You are in a private show"
      description="Leaving this page ends the show for both of you."
      width="sm"
      actions={
        <>
          <Button variant="ghost" onClick={() => reset?.()} data-autofocus>
            Stay
          </Button>
          <Button variant="danger" pending={isEnding} onClick={endAndLeave}>
            End the show and leave
          </Button>
        </>
      }
    />
  );
}
