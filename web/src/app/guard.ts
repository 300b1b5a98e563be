import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import { partsOf } from "@/lib/href";
import { currentSession, roleHint } from "@/session/api";
import { type Requirement, redirectFor } from "@/session/redirects";
import type { Layout } from "./layouts/Shell";
import { paths } from "./paths";

type Wanted = { layout: Layout; authenticate: Requirement; href: string };

/**
 * Lets a visitor onto a page or sends them elsewhere (spec §2, §6). The role
 * cookie decides at once; what it lets pass is checked against the session.
 */
export async function admit(queries: QueryClient, { layout, authenticate, href }: Wanted) {
  if (layout === "auth") return keepLoggedInOut(queries);
  if (authenticate === undefined) return;
  refuse(redirectFor(authenticate, roleHint(), href));
  const session = await queries.ensureQueryData(currentSession());
  refuse(redirectFor(authenticate, session?.role, href));
  if (session?.twoFactorWanted && href !== paths.admin.login()) refuse(paths.admin.login());
}

async function keepLoggedInOut(queries: QueryClient) {
  if (await queries.ensureQueryData(currentSession())) refuse(paths.home());
}

function refuse(target: string | undefined) {
  if (target !== undefined) throw redirect(partsOf(target));
}
