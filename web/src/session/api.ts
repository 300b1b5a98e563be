import {
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api, type Schemas, unwrap } from "@/api/client";
import { ApiError, texts } from "@/api/errors";
import { partsOf } from "@/lib/href";
import { inTab } from "@/lib/storage";
import { toast } from "@/ui/toast";
import { afterLogout } from "./redirects";
import type { Role } from "./roles";
import { t } from "./texts";

/** Who is logged in (spec §3, current user). */
export type Session = Schemas["AccountMe"];

export const sessionKeys = { me: ["session"] as const };

/** The current session; null when nobody is logged in. */
export function currentSession() {
  return queryOptions({
    queryKey: sessionKeys.me,
    queryFn: ({ signal }) => fetchSession(signal),
    staleTime: 60_000,
  });
}

async function fetchSession(signal?: AbortSignal): Promise<Session | null> {
  if (roleHint() === undefined) return null;
  try {
    return await unwrap(api.GET("/users/me", { ...(signal && { signal }) }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

const roles: readonly Role[] = ["user", "performer", "studio", "admin"];

/** The role cookie: a readable hint beside the session cookie that only the server reads. */
export function roleHint(cookies: string = document.cookie): Role | undefined {
  const written = cookies.match(/(?:^|;\s*)role=([^;]*)/)?.[1];
  return roles.find((role) => role === written);
}

/** Who is here. `session` is undefined only while the first answer is awaited. */
export function useSession() {
  const { data: session, isPending } = useQuery(currentSession());
  return {
    session: session ?? undefined,
    role: session?.role,
    isLoggedIn: Boolean(session),
    isVerifiedPerformer: session?.role === "performer" && session.verified,
    isPending,
  };
}

/** Logs out with the spec's toasts; keeps the performer list and the categories (spec §4). */
export function useLogout() {
  const leaving = useLeaving();
  const leave = async () => {
    await leaving.end();
    toast.success(t("Log out!"));
  };
  return useMutation({
    mutationFn: () => unwrap(api.POST("/auth/logout", {})),
    onMutate: leaving.begin,
    onSuccess: leave,
    onError: (error) => {
      // A session that is already gone is logged out, whoever ended it.
      if (leaving.isOver() || (error instanceof ApiError && error.status === 401)) return leave();
      leaving.giveUp();
      toast.error(texts.somethingWrong());
    },
  });
}

/** Leaving by one's own hand: the tab goes home and forgets who was here. */
export function useLeaving() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return {
    /** Before the call that ends the session: what tells this tab of its end tells nothing new. */
    begin: () => void endedHere.add(queries),
    /** The socket has told of the end: of a call that failed only the answer was lost. */
    isOver: () => queries.getQueryData(sessionKeys.me) === null,
    /** The call failed, and the session goes on. */
    giveUp: () => void endedHere.delete(queries),
    end: async () => {
      queries.setQueryData(sessionKeys.me, null);
      await navigate(partsOf(afterLogout()));
      forgetPrivateData(queries);
    },
  };
}

/** The caches whose tab itself ends its session, and then until somebody is here again. */
export const endedHere = new WeakSet<QueryClient>();

const kept = ["session", "settings", "performers", "categories", "countries"];

/** Where a tab remembers what a person has typed of themselves: where their parcels go. */
export const addressInTab = "delivery-address";

/**
 * Drops every cached answer that belonged to the person who was here, and what they typed of
 * themselves. Where somebody else is here (`isElse`), what is on screen is asked for again.
 */
export function forgetPrivateData(queries: QueryClient, isElse = false) {
  const predicate = ({ queryKey }: Query) => !kept.includes(String(queryKey[0]));
  inTab.set(addressInTab, undefined);
  queries[isElse ? "resetQueries" : "removeQueries"]({ predicate });
  // The lists stay on screen; whose favourites they mark has changed.
  queries.invalidateQueries({ queryKey: ["performers"] });
}

/**
 * Puts a new token balance into the session's cache. Never below 0 for a member (spec §4). A session
 * that is on its way may have been read before the change: it is asked for again.
 */
export function setBalance(queries: QueryClient, balance: number) {
  const { queryKey } = currentSession();
  const mayBeOlder = queries.getQueryState(queryKey)?.fetchStatus === "fetching";

  queries.setQueryData<Session | null>(sessionKeys.me, (session) =>
    session ? { ...session, balance: Math.max(0, balance) } : session,
  );
  if (mayBeOlder) queries.invalidateQueries({ queryKey });
}
