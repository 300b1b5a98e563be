import { Users } from "lucide-react";
import { SpeechSwitch, useSpoken } from "@/chat/useSpoken";
import { formatCompact } from "@/lib/format";
import type { Profile } from "@/performers/types";
import { useSession } from "@/session/api";
import { RoomChat } from "./RoomChat";
import type { RoomParts } from "./roomParts";
import { t } from "./texts";

type ChatColumnProps = RoomParts & { profile: Profile; onTip: () => void };

/** The chat beside the stage, with the tip panel at its foot. */
export function ChatColumn(parts: ChatColumnProps) {
  const { profile: performer, conversationId, present, tipPanel, goalBar, onTip } = parts;
  const { role } = useSession();
  const speech = useSpoken();
  const tipping = tipPanel && (role === undefined || role === "user");
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-4 border-b border-line px-4 text-label font-semibold">
        <h2>{t("Public chat")}</h2>
        {present !== undefined && (
          <span className="tnum inline-flex items-center gap-1.5 text-fg3">
            <Users size={15} aria-hidden />
            {formatCompact(present)}
            <span className="sr-only">{t("in the room")}</span>
          </span>
        )}
        <SpeechSwitch {...speech} className="ms-auto" />
      </div>
      {goalBar?.({ performer, conversationId, onReached: onTip })}
      <RoomChat
        performer={performer}
        conversationId={conversationId}
        spoken={speech.spoken}
        onTip={onTip}
        above={
          tipping && (
            <div className="border-b border-line px-4 py-3.5">
              {tipPanel({ performer, conversationId })}
            </div>
          )
        }
      />
    </>
  );
}
