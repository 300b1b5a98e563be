import { ConciergeBell } from "lucide-react";
import { Menu } from "@/ui/Menu";
import { t } from "../texts";
import { RequestList } from "./RequestList";
import { useRequests } from "./useRequests";

/** On a phone's stage, which has no header: the requests, while there are some. */
export function RequestsPill() {
  const open = useRequests();
  const count = open.requests.length;
  if (count === 0) return null;
  return (
    <div
      data-requests-pill
      className="fixed top-[calc(max(12px,env(safe-area-inset-top))+96px)] start-3 z-30 lg:hidden"
    >
      <Menu
        panel
        stays
        align="start"
        label={t("{count, plural, one {# private request} other {# private requests}}", { count })}
        triggerClassName="flex h-11 items-center gap-2 rounded-full bg-violet px-4 text-label font-bold text-white shadow-float"
        trigger={
          <>
            <ConciergeBell size={18} aria-hidden />
            {t("{count, plural, one {# request} other {# requests}}", { count })}
          </>
        }
        className="w-[min(340px,calc(100vw-16px))]"
      >
        {(close) => <RequestList {...open} onAccepted={close} />}
      </Menu>
    </div>
  );
}
