import type { Group } from "@/notices/groups";
import { groups } from "@/notices/groups";
import type { Role } from "@/session/roles";

const concerned: Record<Role, readonly Group[]> = {
  user: ["message", "favourite", "reminder", "order", "refund", "system"],
  performer: ["request", "tip", "purchase", "message", "order", "payout", "verification", "system"],
  studio: ["message", "payout", "system"],
  admin: ["message", "payout", "system"],
};

/** What somebody of a role may be told of. The server knows the same groups for everybody. */
export const groupsOf = (role: Role): readonly Group[] =>
  groups.filter((group) => concerned[role].includes(group));
