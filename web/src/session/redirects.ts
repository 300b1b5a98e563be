import type { Schemas } from "@/api/client";
import { paths } from "@/app/paths";
import type { Role } from "./roles";

type Person = Pick<Schemas["AccountMe"], "role" | "verified" | "twoFactorWanted">;

/** What a page asks of its visitor: a role, or one of several. */
export type Requirement = Role | readonly Role[] | undefined;

/**
 * Where a visitor who may not see a page goes, or undefined when they may
 * (spec §6): somebody else's page → /403; nobody logged in → the login, which
 * brings them back to `wanted`.
 */
export function redirectFor(
  required: Requirement,
  role: Role | undefined,
  wanted: string,
): string | undefined {
  if (required === undefined) return undefined;
  if (role !== undefined && [required].flat().includes(role)) return undefined;
  if (role !== undefined) return paths.forbidden();
  if (required === "studio") return paths.loginStudio({ next: wanted });
  if (required === "admin") return paths.loginAdmin({ next: wanted });
  return paths.loginUser({ next: wanted });
}

/** Where a login leads (spec §2), or back to `next` when that is a page of ours. */
export function afterLogin(person: Person, next?: string): string {
  if (person.twoFactorWanted) return paths.admin.login();
  if (next !== undefined && isOwnPage(next)) return next;
  if (person.role === "admin") return paths.admin.dashboard();
  if (person.role === "studio") return paths.studio.accountSettings();
  if (person.role === "performer" && person.verified) return paths.live();
  return paths.home();
}

export function afterLogout(): string {
  return paths.home();
}

// `//host` and `/\host` leave the site; a login page would lead in a circle.
function isOwnPage(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !/^\/(auth|studio\/login|403|404)\b/.test(address);
}
