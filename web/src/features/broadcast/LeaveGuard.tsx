import { useStore } from "zustand";
import { LeaveShowGuard } from "@/shows/LeaveShowGuard";
import type { Broadcast } from "./broadcast";
import type { BroadcastState } from "./state";
import { t } from "./texts";

/** Nobody leaves a running show by mistake. */
export function LeaveGuard({ broadcast }: { broadcast: Broadcast }) {
  const state = useStore(broadcast.store);
  return (
    <LeaveShowGuard
      title={t("You are live")}
      description={t("Leaving this page ends your show for everyone who watches.")}
      // Asked of the store: what is drawn may be older than the acceptance of a private show.
      isOn={() => isSending(broadcast.store.getState())}
      endsWithTab={isSending(state)}
      onEnd={broadcast.stop}
    />
  );
}

function isSending({ phase, source }: BroadcastState): boolean {
  return source === "here" && ["starting", "live", "reconnecting"].includes(phase.name);
}
