import type { LucideIcon } from "lucide-react";
import type { Role } from "@/session/roles";

export type MenuEntry = {
  label: string;
  path: string;
  icon: LucideIcon;
  /** The number of unread messages stands beside it. */
  hasUnread?: boolean;
  /** Who works for a studio has it with this right; without one it is the owner's alone. */
  right?: string;
};

/** Entries that a feature adds, in its menu.ts, to the menu of a role, each behind that of the page `after`. */
export type FeatureMenu = () => (MenuEntry & { role: Role; after: string })[];
