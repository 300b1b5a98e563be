import { Bell } from "lucide-react";
import { Menu } from "@/ui/Menu";

/** A performer's private requests (spec §2). */
export function RequestsBell() {
  return (
    <Menu
      panel
      label="Private requests"
      triggerClassName="grid size-11 place-items-center rounded-md text-fg2 hover:bg-s2 hover:text-fg"
      trigger={<Bell size={21} aria-hidden />}
      className="w-72"
    >
      <p className="px-4 py-8 text-center text-label text-fg2">There are no private request.</p>
    </Menu>
  );
}
