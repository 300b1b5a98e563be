import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { pageSize } from "@/lib/offset";

export type Mail = Schemas["Mail"];
export type MailState = "waiting" | "sent" | "kept" | "failed";
export type Line = Schemas["AuditLine"];
export type ContactMessage = Schemas["PagesMessage"];

/** The site at a glance. */
export function statistics() {
  return queryOptions({
    queryKey: ["admin-statistics"],
    queryFn: ({ signal }) => unwrap(api.GET("/statistics/admin", { signal })),
    refetchInterval: 15_000,
  });
}

/** How much of what is to be sold waits for a decision. */
export function waitingReviews() {
  return queryOptions({
    queryKey: ["asset-reviews", "waiting"],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/admin/asset-reviews", { params: { query: { limit: 1 } }, signal })),
    select: ({ total }) => total,
    refetchInterval: 15_000,
  });
}

/** What a new site still needs before it earns. */
export function firstSteps() {
  return queryOptions({
    queryKey: ["admin-first-steps"],
    queryFn: ({ signal }) => unwrap(api.GET("/admin/first-steps", { signal })),
    refetchOnWindowFocus: true,
  });
}

export type FirstStep = Schemas["AdminFirstStep"];

/** Mails the caller something at once; a refusal carries the server's words. */
export const sendTestMail = () => unwrap(api.POST("/admin/mails/test"));

/** News that could not be delivered yet. */
export function deliveries() {
  return queryOptions({
    queryKey: ["admin-deliveries"],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/admin/deliveries", { params: { query: { limit: 10 } }, signal })),
  });
}

export function mails(state: MailState | undefined, to: string, offset: number) {
  return queryOptions({
    queryKey: ["admin-mails", "list", state, to, offset],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/admin/mails", {
          params: {
            query: { offset, limit: pageSize, ...(state && { state }), ...(to && { to }) },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function mail(id: string) {
  return queryOptions({
    queryKey: ["admin-mails", "one", id],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/admin/mails/{id}", { params: { path: { id } }, signal })),
  });
}

export function auditLog(subject: string, offset: number) {
  return queryOptions({
    queryKey: ["admin-audit", subject, offset],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/admin/audit-log", {
          params: { query: { offset, limit: pageSize, ...(subject && { subject }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function contactMessages(offset: number) {
  return queryOptions({
    queryKey: ["admin-contact", offset],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/admin/contact-messages", {
          params: { query: { offset, limit: pageSize } },
          signal,
        }),
      ),
  });
}
