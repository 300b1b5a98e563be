import { Ban, Users } from "lucide-react";
import { useState } from "react";
import { nameColour } from "@/chat/names";
import type { RoomMember } from "@/realtime/events";
import { IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { EmptyState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { blockMember } from "./api";
import type { Stage } from "./stage";
import { t } from "./texts";

/** Who is in the room besides herself. Guests have no names, so they are a count. */
export function viewersOf({ room, performer }: Pick<Stage, "room" | "performer">) {
  const members = room?.members.filter(({ username }) => username !== performer.username) ?? [];
  const self = room?.members.some(({ username }) => username === performer.username) ? 1 : 0;
  const total = Math.max(0, (room?.total ?? 0) - self);
  return { members, guests: room?.guests ?? 0, total };
}

/** The people in her room, each of whom she may block. */
export function ViewerList({ stage }: { stage: Stage }) {
  const [blocking, setBlocking] = useState<RoomMember>();
  const { members, guests, total } = viewersOf(stage);
  if (total === 0) {
    return (
      <EmptyState title={t("Nobody here yet")} icon={<Users aria-hidden />}>
        {t("Members who enter your room appear here with their names, guests as a number.")}
      </EmptyState>
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-2 py-2 [scrollbar-width:thin]">
      <ul aria-label={t("Members in your room")}>
        {members.map((member) => (
          <li key={member.username} className="flex min-h-12 items-center gap-3 rounded-md px-2">
            <span
              className="min-w-0 flex-1 truncate text-label font-semibold"
              style={{ color: nameColour(member.username, false) }}
            >
              {member.username}
            </span>
            {member.role === "user" && (
              <IconButton
                label={t("Block {username}", { username: member.username })}
                onClick={() => setBlocking(member)}
              >
                <Ban size={18} aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {guests > 0 && (
        <p className="px-2 py-3 text-label text-fg2">
          {members.length > 0
            ? t("and {count, plural, one {# guest} other {# guests}}", { count: guests })
            : t("{count, plural, one {# guest} other {# guests}}", { count: guests })}
        </p>
      )}
      <BlockDialog member={blocking} onClose={() => setBlocking(undefined)} />
    </div>
  );
}

function BlockDialog({ member, onClose }: { member: RoomMember | undefined; onClose: () => void }) {
  async function block({ username }: RoomMember) {
    await blockMember(username);
    toast.success(t("{username} is blocked.", { username }));
  }
  return (
    <ConfirmDialog
      open={member !== undefined}
      onClose={onClose}
      title={t("Block {username}?", { username: member?.username ?? "" })}
      description={t(
        "They leave your room at once and find no trace of you any more. They are not told. You can lift it under Blocking.",
      )}
      verb={t("Block")}
      onConfirm={async () => member && block(member)}
    />
  );
}
