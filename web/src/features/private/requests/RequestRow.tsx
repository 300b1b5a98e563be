import { Mic, Video, VideoOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { formatDuration } from "@/lib/time";
import { Avatar } from "@/ui/Avatar";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { FieldError } from "@/ui/Field";
import { toast } from "@/ui/toast";
import { useNow } from "@/ui/useNow";
import type { Request } from "../api";
import { t } from "../texts";
import { answering } from "./answering";
import { useAnswer } from "./useAnswer";

const cameras = () =>
  ({
    none: { icon: VideoOff, text: t("No camera") },
    audio: { icon: Mic, text: t("Microphone") },
    video: { icon: Video, text: t("Camera and microphone") },
  }) as const;

type RequestRowProps = { request: Request; onAccepted?: () => void };

/** One request: who asks, on what terms, how long it waits, and the two answers. */
export function RequestRow({ request, onAccepted }: RequestRowProps) {
  const { user, price, exclusive, camera, expiresAt } = request;
  const answer = useAnswer();
  const [problem, setProblem] = useState<string>();
  const busy = useStore(answering, (answers) => answers[request.id]);
  const left = Math.max(0, Date.parse(expiresAt) - useNow());
  const { icon: Icon, text } = cameras()[camera];

  // Who reads it here need not be told of it over it.
  useEffect(() => {
    toast.dismiss(request.id);
  }, [request.id]);

  async function give(kind: "accept" | "decline") {
    setProblem(undefined);
    const refused = await answer(kind, request);
    setProblem(refused);
    if (refused === undefined && kind === "accept") onAccepted?.();
  }

  return (
    <article
      aria-label={t("Request of {username}", { username: user.username })}
      className="grid gap-3 p-3"
    >
      <div className="flex items-start gap-3">
        <Avatar src={user.avatar} size={44} />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 text-label font-bold">
            <span className="truncate">{user.username}</span>
            {exclusive && <Badge tone="private">{t("Exclusive")}</Badge>}
          </p>
          <p className="tnum text-caption text-fg2">{priceText(price, user)}</p>
          <p className="mt-0.5 flex items-center gap-1.5 text-caption text-fg2">
            <Icon size={14} aria-hidden />
            {text}
          </p>
        </div>
        <span role="timer" aria-label={t("Time left")} className="tnum text-label font-bold">
          {formatDuration(left)}
        </span>
      </div>
      {problem && <FieldError>{problem}</FieldError>}
      <div className="grid grid-cols-2 gap-2">
        <Button
          variant="outline"
          pending={busy === "decline"}
          disabled={busy !== undefined}
          onClick={() => give("decline")}
        >
          {t("Decline")}
        </Button>
        <Button
          variant="brand"
          pending={busy === "accept"}
          disabled={busy !== undefined}
          onClick={() => give("accept")}
        >
          {busy === "accept" ? t("Opening the show…") : t("Accept")}
        </Button>
      </div>
    </article>
  );
}

/** The price, and as much of the balance as the member lets the performer see. */
function priceText(count: number, { balance, enough }: Request["user"]): string {
  if (balance !== undefined)
    return t(
      "{count, plural, one {# token} other {# tokens}} a minute · has {balance, plural, one {# token} other {# tokens}}",
      { count, balance },
    );
  if (enough === undefined)
    return t("{count, plural, one {# token} other {# tokens}} a minute", { count });
  return enough
    ? t("{count, plural, one {# token} other {# tokens}} a minute · has enough", { count })
    : t("{count, plural, one {# token} other {# tokens}} a minute · has too little", { count });
}
