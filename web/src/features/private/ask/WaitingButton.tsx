import { useMutation } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { useEffect, useState } from "react";
import { messageOf } from "@/api/errors";
import { formatDuration } from "@/lib/time";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { useNow } from "@/ui/useNow";
import { cancelRequest } from "../api";
import { t } from "../texts";
import { rememberedPending, rememberPending } from "./pending";

type WaitingButtonProps = {
  look: "button" | "rail";
  /** The request waits no longer, for whatever reason. */
  onOver: () => void;
};

// An answer that was missed is not waited for longer than this, in milliseconds.
const grace = 10_000;

/** While a request waits and its sheet is closed: how long it still does, and the way to take it back. */
export function WaitingButton({ look, onOver }: WaitingButtonProps) {
  const [pending] = useState(rememberedPending);
  const left = Date.parse(pending?.expiresAt ?? "") - useNow();
  const isLate = Number.isNaN(left) || left < -grace;

  function over() {
    rememberPending(undefined);
    onOver();
  }
  const cancel = useMutation({
    mutationFn: (conversationId: string) => cancelRequest(conversationId),
    onSuccess: over,
    onError: (error) => toast.error(messageOf(error)),
  });
  useSocketEvent("private-chat/decided", ({ id, status }) => {
    // The answer itself is told by the app, which goes to the show when it is accepted.
    if (id === pending?.showId && status !== "busy") onOver();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is too late.
  useEffect(() => {
    if (isLate) over();
  }, [isLate]);

  const time = formatDuration(Math.max(0, left || 0));
  const press = () => pending && cancel.mutate(pending.conversationId);
  if (look === "rail") {
    return (
      <button
        type="button"
        aria-label={t("Waiting {time} · take back", { time })}
        disabled={cancel.isPending}
        className="tnum grid min-h-11 min-w-11 place-items-center rounded-full bg-violet px-1 text-caption font-bold text-white"
        onClick={press}
      >
        {time}
      </button>
    );
  }
  return (
    <Button
      variant="outline"
      className="tnum"
      pending={cancel.isPending}
      onClick={press}
      autoFocus // in the place of the one that opened the sheet
    >
      <Hourglass size={17} aria-hidden />
      {t("Waiting {time} · take back", { time })}
    </Button>
  );
}
