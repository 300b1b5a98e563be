import { Bell } from "lucide-react";
import { countOf } from "@/lib/format";
import { Menu } from "@/ui/Menu";
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
      className="fixed top-[calc(max(12px,env(safe-area-inset-top))+96px)] left-3 z-30 lg:hidden"
    >
      <Menu
        panel
        stays
        align="start"
        label={countOf(count, "private request")}
        triggerClassName="flex h-11 items-center gap-2 rounded-full bg-violet px-4 text-label font-bold text-white shadow-float"
        trigger={
          <>
            <Bell size={18} aria-hidden />
            {countOf(count, "request")}
          </>
        }
        className="w-[min(340px,calc(100vw-16px))]"
      >
        {(close) => <RequestList {...open} onAccepted={close} />}
      </Menu>
    </div>
  );
}
