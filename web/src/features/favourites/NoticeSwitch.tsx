import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Bell, BellOff } from "lucide-react";
import { api, unwrap } from "@/api/client";
import { messageOf } from "@/api/errors";
import { changePerformer } from "@/performers/cache";
import type { Performer } from "@/performers/types";
import { toast } from "@/ui/toast";
import { t } from "./texts";

type NoticeSwitchProps = { performer: Pick<Performer, "_id" | "name" | "isNotified"> };

/** The bell on a favourite's card: whether one is told when she goes live. */
export function NoticeSwitch({ performer }: NoticeSwitchProps) {
  const { _id: performerId, name, isNotified } = performer;
  const queries = useQueryClient();
  const { mutate } = useMutation({
    scope: { id: `notices of ${performerId}` },
    mutationFn: (on: boolean) =>
      unwrap(
        api.PUT("/favourite/{performerId}/notices", {
          params: { path: { performerId } },
          body: { isNotified: on },
        }),
      ),
    onMutate: (on) => changePerformer(queries, performerId, { isNotified: on }),
    onSuccess: ({ isNotified: on }) =>
      toast.info(
        on
          ? t("You are told when {name} goes live.", { name })
          : t("You are not told any more when {name} goes live.", { name }),
        { id: `notices-${performerId}` },
      ),
    onError: (error, on) => {
      changePerformer(queries, performerId, { isNotified: !on });
      toast.error(messageOf(error));
    },
  });
  const Icon = isNotified ? Bell : BellOff;
  return (
    <button
      type="button"
      aria-pressed={isNotified}
      aria-label={t("Tell me when {name} goes live", { name })}
      title={t("Tell me when {name} goes live", { name })}
      onClick={() => mutate(!isNotified)}
      className="absolute end-1.5 top-13 isolate grid size-11 place-items-center rounded-full text-white before:absolute before:inset-1 before:-z-10 before:rounded-full before:bg-black/45 before:transition-colors hover:before:bg-black/70"
    >
      <Icon size={18} aria-hidden />
    </button>
  );
}
