import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";
import type { Role } from "@/session/roles";

export type Account = Schemas["AccountAccount"];
export type Status = "active" | "inactive" | "suspended";

export type AccountFilter = {
  q: string;
  role: Role | undefined;
  status: Status | undefined;
  offset: number;
};

const keys = {
  accounts: ["admin-accounts"] as const,
  vips: ["admin-accounts", "vips"] as const,
};

export const accounts = ({ q, role, status, offset }: AccountFilter) =>
  pageQuery([...keys.accounts, "list", q, role, status, offset], "/users/search", {
    query: {
      offset,
      limit: pageSize,
      ...(q && { q }),
      ...(role && { role }),
      ...(status && { status }),
    },
  });

/** The ids of the VIPs that visitors can see, up to 100. */
export function vips() {
  return queryOptions({
    queryKey: keys.vips,
    queryFn: async ({ signal }) => {
      const query = { vip: true, limit: 100 };
      const page = await unwrap(api.GET("/performers/search", { params: { query }, signal }));
      return page.data.map((performer) => performer._id);
    },
  });
}

export type Act =
  | { kind: "suspend"; id: string; reason: string }
  | { kind: "restore"; id: string; reason: string }
  | { kind: "vip"; id: string; vip: boolean };

/** Suspends, restores, or moves among the VIPs; all of it is in the audit log. */
export function useAct() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (act: Act) => {
      await perform(act);
    },
    onSuccess: async (_, act) => {
      if (act.kind === "vip") {
        queries.setQueryData<string[]>(keys.vips, (ids = []) =>
          act.vip ? [...ids, act.id] : ids.filter((id) => id !== act.id),
        );
        return;
      }
      await queries.invalidateQueries({ queryKey: [...keys.accounts, "list"] });
    },
  });
}

function perform(act: Act) {
  const params = { path: { id: act.id } };
  if (act.kind === "vip") {
    return unwrap(api.PUT("/admin/performers/{id}/vip", { params, body: { vip: act.vip } }));
  }
  const body = { reason: act.reason };
  return act.kind === "suspend"
    ? unwrap(api.POST("/admin/accounts/{id}/suspend", { params, body }))
    : unwrap(api.POST("/admin/accounts/{id}/restore", { params, body }));
}

/** Opens an account for one more admin, who chooses a password by mail. */
export function useInviteAdmin() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { username: string; email: string }) =>
      unwrap(api.POST("/admin/admins", { body })),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: keys.accounts }),
        queries.invalidateQueries({ queryKey: ["admin-first-steps"] }),
      ]),
  });
}
