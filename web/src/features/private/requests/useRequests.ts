import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { List } from "@/api/client";
import { useConnection } from "@/realtime/realtime";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useNow } from "@/ui/useNow";
import { openRequests, privateKeys, type Request } from "../api";
import { isAnswering } from "./answering";

const none: readonly Request[] = [];

/** The requests that wait for my answer, oldest first, as they come and go. */
export function useRequests() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(openRequests());
  const now = useNow();

  useSocketEvent("private-chat-request", (request) => {
    // A list that is only just being read may have been read too early.
    if (data === undefined) refetch();
    change(queries, (list) => [...list.filter(({ id }) => id !== request.id), request]);
  });
  useSocketEvent("private-chat/closed", ({ id }) => {
    if (!isAnswering(id)) dropRequest(queries, id);
  });
  useMissed(() => refetch({ cancelRefetch: false }));

  const requests = data?.data.filter(({ expiresAt }) => Date.parse(expiresAt) > now) ?? none;
  return { requests, isKnown: data !== undefined, error, refetch };
}

// What was told while the socket was away, or the phone asleep, is asked for.
function useMissed(look: () => void) {
  const { status } = useConnection();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each connection.
  useEffect(() => {
    if (status === "connected") look();
  }, [status]);
  useEffect(() => {
    const woken = () => document.visibilityState === "visible" && look();
    document.addEventListener("visibilitychange", woken);
    return () => document.removeEventListener("visibilitychange", woken);
  }, [look]);
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
