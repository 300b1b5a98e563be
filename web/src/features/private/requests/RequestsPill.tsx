import { Bell } from "lucide-react";
import { countOf } from "@/lib/format";
import { Menu } from "@/ui/Menu";
import { useAddress } from "@/ui/useAddress";
import { RequestList } from "./RequestList";
import { useRequests } from "./useRequests";

/** On a phone's stage, which has no header: the requests, while there are some. */
export function RequestsPill() {
  const open = useRequests();
  const { pathname } = useAddress();
  const count = open.requests.length;
  if (count === 0) return null;
  return (
    <div className="fixed top-[calc(max(12px,env(safe-area-inset-top))+96px)] left-3 z-30 lg:hidden">
      <Menu
        key={pathname} // whoever accepted is on another page, where nothing lies over the show
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
        <RequestList {...open} />
      </Menu>
    </div>
  );
}
