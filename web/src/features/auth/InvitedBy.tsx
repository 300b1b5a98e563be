import type { Invitation } from "@/session/invitation";
import { Avatar } from "@/ui/Avatar";
import { t } from "./texts";

/** Says who invited the person who is about to register. */
export function InvitedBy({ invitation }: { invitation: Invitation }) {
  return (
    <p className="flex items-center gap-3 rounded-md bg-s2 px-3 py-2 text-label">
      <Avatar src={invitation.avatar} size={32} />
      <span className="min-w-0 truncate">
        {t.rich("Invited by <b>{name}</b>", {
          name: invitation.username,
          b: (words) => <b>{words}</b>,
        })}
      </span>
    </p>
  );
}
