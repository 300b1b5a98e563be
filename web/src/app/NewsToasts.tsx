import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import type { Listen, News } from "@/declared/news";
import { partsOf } from "@/lib/href";
import { loadInTheEnd } from "@/lib/loadInTheEnd";
import type { ServerEvents } from "@/realtime/events";
import { realtime } from "@/realtime/realtime";
import { useSession } from "@/session/api";
import { useSettings } from "@/settings/api";
import { ring } from "@/ui/ring";
import { toast } from "@/ui/toast";
import { paths } from "./paths";
import { t } from "./texts";

const listeners = Object.values(
  import.meta.glob<Listen[]>("../features/**/news.ts", { eager: true, import: "news" }),
).flat();

const tenSeconds = { duration: 10_000 };

/** Tells of what happens elsewhere, as features declare it, on every page (spec §9). */
export function NewsToasts() {
  const queries = useQueryClient();
  const router = useRouter();
  const { session } = useSession();
  const { tipSound, optionForPrivate } = useSettings();
  const hearer = useEffectEvent(() => ({ session, queries }));
  const tell = useEffectEvent(({ text, kind = "info", path, ...options }: News) => {
    const show = path && { label: t("Show"), onClick: () => router.navigate(partsOf(path)) };
    toast[kind](text, { ...tenSeconds, ...options, ...(show && { action: show }) });
  });
  const sound = useEffectEvent(() => ring(tipSound));
  const decided = useEffectEvent(async (answer: ServerEvents["private-chat/decided"]) => {
    const { answered } = await loadInTheEnd(() => import("@/features/private/ask/answered"));
    const reaction = answered(answer);
    if (reaction === undefined) return;
    if ("tell" in reaction) return toast.info(reaction.tell, tenSeconds);
    const { conversationId, showId } = reaction.go;
    router.navigate(
      partsOf(paths.privateChat[optionForPrivate](conversationId, { streamId: showId })),
    );
  });
  useEffect(() => {
    const ends = listeners.map((listen) => listen(hearer, tell, sound));
    ends.push(realtime.onFromStart("private-chat/decided", (answer) => decided(answer)));
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return null;
}
