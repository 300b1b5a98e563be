import { useBlocker } from "@tanstack/react-router";
import { useStore } from "zustand";
import { messageOf } from "@/api/errors";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";
import type { Broadcast } from "./broadcast";
import type { BroadcastState } from "./state";

/** Nobody leaves a running show by mistake: links ask here, closing the tab asks the browser's way. */
export function LeaveGuard({ broadcast }: { broadcast: Broadcast }) {
  const state = useStore(broadcast.store);
  const { isStopping } = state;
  const { status, proceed, reset } = useBlocker({
    // Asked of the store: what is drawn may be older than the acceptance of a private show.
    shouldBlockFn: ({ current, next }) =>
      isSending(broadcast.store.getState()) && current.pathname !== next.pathname,
    enableBeforeUnload: isSending(state),
    withResolver: true,
  });

  async function stopAndLeave() {
    try {
      await broadcast.stop();
      proceed?.();
    } catch (error) {
      toast.error(messageOf(error));
    }
  }

  return (
    <Dialog
      open={status === "blocked"}
      onClose={() => reset?.()}
      title="You are live"
      description="Leaving this page ends your show for everyone who watches."
      width="sm"
      actions={
        <>
          <Button variant="ghost" onClick={() => reset?.()} data-autofocus>
            Stay
          </Button>
          <Button variant="danger" pending={isStopping} onClick={stopAndLeave}>
            End the show and leave
          </Button>
        </>
      }
    />
  );
}

function isSending({ phase, source }: BroadcastState): boolean {
  return source === "here" && ["starting", "live", "reconnecting"].includes(phase.name);
}
