import { StatusMenu } from "@/features/broadcast/StatusMenu";
import { UnreadBadge } from "@/features/messages/UnreadBadge";
import { Bell } from "@/features/notices/Bell";
import { RequestsBell } from "@/features/private/requests/RequestsBell";
import { useSession } from "@/session/api";
import { useHasPage } from "@/ui/useAddress";
import { paths } from "../paths";

export { UnreadBadge };

/** What waits in the header for who is logged in: messages, how a performer appears and her requests, notices. */
export function Waiting() {
  const { role, session } = useSession();
  const hasPage = useHasPage();
  return (
    <>
      {hasPage(paths.messages()) && (
        <span className="size-11 max-lg:hidden">
          <UnreadBadge as="link" />
        </span>
      )}
      {role === "performer" && session?.verified && <StatusMenu />}
      {role === "performer" && <RequestsBell />}
      {hasPage(paths.notices()) && <Bell />}
    </>
  );
}
