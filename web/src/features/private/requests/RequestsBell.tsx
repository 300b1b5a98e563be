import { ConciergeBell } from "lucide-react";
import { CountBadge } from "@/ui/Badge";
import { Menu } from "@/ui/Menu";
import { t } from "../texts";
import { RequestList } from "./RequestList";
import { useRequests } from "./useRequests";

/** A performer's private requests, from every page (spec §2). */
export function RequestsBell() {
  const open = useRequests();
  const count = open.requests.length;
  return (
    <Menu
      panel
      stays
      label={count > 0 ? t("Private requests ({count})", { count }) : t("Private requests")}
      triggerClassName="relative grid size-11 place-items-center rounded-md text-fg2 hover:bg-s2 hover:text-fg"
      trigger={
        <>
          <ConciergeBell size={21} aria-hidden />
          <CountBadge count={count} label={t("private requests")} />
        </>
      }
      className="w-[min(340px,calc(100vw-16px))]"
    >
      {(close) => <RequestList {...open} onAccepted={close} />}
    </Menu>
  );
}
