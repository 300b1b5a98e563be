import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { List } from "@/api/client";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useNow } from "@/ui/useNow";
import { openRequests, privateKeys, type Request } from "../api";

const none: readonly Request[] = [];

/** The requests that wait for my answer, oldest first, as they come and go. */
export function useRequests() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(openRequests());
  const now = useNow();

  useSocketEvent("private-chat-request", (request) =>
    change(queries, (list) => [...list.filter(({ id }) => id !== request.id), request]),
  );
  useSocketEvent("private-chat/closed", ({ id }) => dropRequest(queries, id));

  const requests = data?.data.filter(({ expiresAt }) => Date.parse(expiresAt) > now) ?? none;
  return { requests, error, refetch };
}

type Queries = ReturnType<typeof useQueryClient>;

/** Takes a request off the list at once. */
export function dropRequest(queries: Queries, id: string) {
  change(queries, (list) => list.filter((request) => request.id !== id));
}

function change(queries: Queries, how: (list: Request[]) => Request[]) {
  queries.setQueryData<List<Request>>(privateKeys.requests, (known) => {
    if (known === undefined) return known;
    const data = how(known.data);
    return { data, total: data.length };
  });
}
