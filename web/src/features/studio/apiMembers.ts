import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { Member } from "./api";

const mostRows = 100;

/** Everybody who belongs to the studio. */
export function everyMember() {
  return queryOptions({
    queryKey: ["studio-members", "everybody"],
    queryFn: async ({ signal }) => {
      const found: Member[] = [];
      for (let total = 1; found.length < total; ) {
        const query = { offset: found.length, limit: mostRows };
        const page = await unwrap(api.GET("/studio/members", { params: { query }, signal }));
        total = page.data.length === 0 ? 0 : page.total;
        found.push(...page.data);
      }
      return found;
    },
  });
}
