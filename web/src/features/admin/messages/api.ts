import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";

export type Held = Schemas["MessagesHeldMessage"];
export type Message = Schemas["MessagesMessage"];
export type Report = Schemas["MessagesReport"];

const keys = {
  all: ["message-reviews"] as const,
  held: (offset: number) => ["message-reviews", "held", offset] as const,
  reports: (closed: boolean, offset: number) =>
    ["message-reviews", "reports", closed, offset] as const,
  conversation: (id: string) => ["message-reviews", "conversation", id] as const,
};

/** The messages that wait for staff, the oldest first. */
export const heldMessages = (offset: number) =>
  apiQuery(keys.held(offset), "/admin/messages/held", { query: { offset, limit: pageSize } });

/** What was reported of conversations: what is open, or what was looked at. */
export const reports = (closed: boolean, offset: number) =>
  apiQuery(keys.reports(closed, offset), "/admin/message-reports", {
    query: { closed, offset, limit: pageSize },
  });

/** A conversation of others, and the newest of it. Each look is an entry of the audit log. */
export const conversation = (id: string) =>
  apiQuery(
    keys.conversation(id),
    "/messages/conversations/{id}",
    { path: { id }, query: { limit: 100 } },
    { staleTime: Number.POSITIVE_INFINITY },
  );

type Decision = { id: string; decision: "release" | "refuse"; reason?: string };

export function useDecide() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, decision, reason }: Decision) => {
      const params = { path: { id } };
      if (decision === "release")
        return unwrap(api.POST("/admin/messages/{id}/release", { params }));
      const body = reason ? { reason } : {};
      return unwrap(api.POST("/admin/messages/{id}/refuse", { params, body }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

export function useCloseReport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.POST("/admin/message-reports/{id}/close", { params: { path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Deletes a message for both; whoever has opened a photo gets back what they paid for it, and both are told the reason. */
export function useDelete() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason?: string }) =>
      unwrap(
        api.DELETE("/messages/{id}", {
          params: { path: { id }, query: reason ? { reason } : {} },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}
