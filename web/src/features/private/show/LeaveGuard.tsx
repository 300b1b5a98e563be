import { LeaveShowGuard } from "@/shows/LeaveShowGuard";
import { endShow } from "../api";
import { t } from "../texts";
import type { Side } from "./side";

/** Nobody leaves a running show by mistake. A reload is safe and asks nothing. */
export function LeaveGuard({ side: { actions, conversationId } }: { side: Side }) {
  return (
    <LeaveShowGuard
      title={t("You are in a private show")}
      description={t("Leaving this page ends the show for both of you.")}
      isOn={() => actions.store.getState().scene === "on"}
      endsWithTab={false}
      onEnd={() => endShow(conversationId)}
    />
  );
}
