import type { Role } from "@/session/roles";
import type { BadgeTone } from "@/ui/Badge";
import type { Status } from "./api";

export function roles(model: string): { value: Role; label: string }[] {
  return [
    { value: "user", label: "Member" },
    { value: "performer", label: model },
    { value: "studio", label: "Studio" },
    { value: "admin", label: "Admin" },
  ];
}

export const statuses: { value: Status; label: string }[] = [
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
  { value: "suspended", label: "Suspended" },
];

export const statusTones: Record<Status, BadgeTone> = {
  active: "ok",
  inactive: "neutral",
  suspended: "danger",
};

export function isRole(text: string | undefined): text is Role {
  return roles("").some(({ value }) => value === text);
}

export function isStatus(text: string | undefined): text is Status {
  return statuses.some(({ value }) => value === text);
}
