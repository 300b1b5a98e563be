import type { Role } from "@/session/roles";
import type { BadgeTone } from "@/ui/Badge";
import type { Status } from "./api";
import { t } from "./texts";

export function roles(model: string): { value: Role; label: string }[] {
  return [
    { value: "user", label: t("Member") },
    { value: "performer", label: model },
    { value: "studio", label: t("Studio") },
    { value: "admin", label: t("Admin") },
  ];
}

export const statuses = (): { value: Status; label: string }[] => [
  { value: "active", label: t("Active") },
  { value: "inactive", label: t("Inactive") },
  { value: "suspended", label: t("Suspended") },
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
  return statuses().some(({ value }) => value === text);
}
