import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/errors";
import { type Session, sessionKeys } from "@/session/api";
import { settingsKeys } from "@/settings/api";
import type { Boot } from "@/settings/boot";

/**
 * The cache of everything asked of the server, filled with what the page
 * brought along. The session in it ends when an answer shows that it is gone.
 */
export function makeQueries(boot: Boot): QueryClient {
  const watch = (error: Error) => {
    const session = queries.getQueryData<Session | null>(sessionKeys.me);
    if (!(error instanceof ApiError) || error.status !== 401 || !session) return;
    queries.setQueryData(sessionKeys.me, null);
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: {
        retry: mayRetry,
        staleTime: 15_000,
        refetchOnWindowFocus: false,
        networkMode: "always",
        refetchOnReconnect: true,
      },
      // Offline, the default keeps what was pressed and sends it whenever the network is back: a tip
      // long after its moment. It fails at once, in words, and whoever still wants it presses again.
      mutations: { networkMode: "always" },
    },
  });
  if (boot.settings) queries.setQueryData(settingsKeys.public, boot.settings);
  if (boot.session !== undefined) queries.setQueryData(sessionKeys.me, boot.session);
  for (const { key, data } of boot.route ?? []) queries.setQueryData(key, data);
  return queries;
}

// A refusal stays a refusal; only a silent or broken server is asked once more.
function mayRetry(failures: number, error: Error): boolean {
  const broken = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return broken && failures < 1;
}
