import { queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";
import { type Range, zoneName } from "@/lib/range";

export type Mail = Schemas["Mail"];
export type MailState = "waiting" | "sent" | "kept" | "failed";
export type Line = Schemas["AuditLine"];
export type ContactMessage = Schemas["PagesMessage"];

/** How the site does. */
export const statistics = () =>
  apiQuery(
    ["admin-statistics"],
    "/statistics/admin",
    {},
    {
      refetchInterval: 15_000,
    },
  );

export type Day = Schemas["AdminDay"];

/** The site by days of the reader's zone. */
export const dailyStatistics = (range: Range) =>
  pageQuery(["admin-statistics", "daily", range], "/admin/statistics/daily", {
    query: { ...range, zone: zoneName() },
  });
export type AddressFile = Schemas["AddressFile"];

/** The files that say where addresses are. */
export const addressData = () => apiQuery(["admin-address-data"], "/admin/address-data");

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
export const firstSteps = () =>
  apiQuery(
    ["admin-first-steps"],
    "/admin/first-steps",
    {},
    {
      refetchOnWindowFocus: true,
    },
  );

export type FirstStep = Schemas["AdminFirstStep"];

/** Mails the caller something at once; a refusal carries the server's words. */
export const sendTestMail = () => unwrap(api.POST("/admin/mails/test"));

/** News that could not be delivered yet. */
export const deliveries = () =>
  apiQuery(["admin-deliveries"], "/admin/deliveries", { query: { limit: 10 } });

export const mails = (state: MailState | undefined, to: string, offset: number) =>
  pageQuery(["admin-mails", "list", state, to, offset], "/admin/mails", {
    query: { offset, limit: pageSize, ...(state && { state }), ...(to && { to }) },
  });

export const mail = (id: string) =>
  apiQuery(["admin-mails", "one", id], "/admin/mails/{id}", { path: { id } });

export const auditLog = (subject: string, offset: number) =>
  pageQuery(["admin-audit", subject, offset], "/admin/audit-log", {
    query: { offset, limit: pageSize, ...(subject && { subject }) },
  });

export const contactMessages = (offset: number) =>
  apiQuery(["admin-contact", offset], "/admin/contact-messages", {
    query: { offset, limit: pageSize },
  });
