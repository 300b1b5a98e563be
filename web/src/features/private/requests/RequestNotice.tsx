import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useSettings } from "@/settings/api";
import { playSound } from "@/ui/sound";
import { toast } from "@/ui/toast";
import { useAnswer } from "./useAnswer";

const tenSeconds = 10_000;

/** Tells a performer of a new request wherever she is, and takes her answer (spec §9). */
export function RequestNotice() {
  const { tipSound } = useSettings();
  const { answer } = useAnswer();

  useSocketEvent("private-chat-request", (request) => {
    const { id, conversationId, user } = request;
    toast.info(`${user.username} sent you a private chat request.`, {
      id,
      duration: tenSeconds,
      action: { label: "Accept", onClick: () => said(answer("accept", { id, conversationId })) },
      cancel: { label: "Decline", onClick: () => said(answer("decline", { id, conversationId })) },
    });
    playSound(tipSound);
  });
  useSocketEvent("private-chat/closed", ({ id }) => toast.dismiss(id));
  return null;
}

async function said(answer: Promise<boolean>) {
  if (!(await answer)) toast.error("This request is no longer open.");
}
