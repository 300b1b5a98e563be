import { useRouter } from "@tanstack/react-router";
import type { Role } from "@/session/roles";
import { paths } from "./paths";

/** Where the token button leads (spec §2). */
export function tokenPageOf(role: Role): string | undefined {
  const byRole: Partial<Record<Role, string>> = {
    user: paths.user.fundsTokens(),
    performer: paths.performer.payoutRequests(),
    studio: paths.studio.payoutRequests(),
  };
  return byRole[role];
}

/** Tells whether an address is a page of this release. */
export function useHasPage() {
  const router = useRouter();
  return (path: string | undefined): path is string =>
    path !== undefined && path in router.routesByPath;
}
