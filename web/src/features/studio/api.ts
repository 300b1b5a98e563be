import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type List, type Schemas, unwrap } from "@/api/client";

export type Member = Schemas["StudioMember"];
export type MemberStatus = Member["status"];

export const pageSize = 25;

const keys = {
  all: ["studio-members"] as const,
  page: (status: MemberStatus | undefined, offset: number) =>
    [...keys.all, status ?? "all", offset] as const,
};

export function members(status: MemberStatus | undefined, offset: number) {
  return queryOptions({
    queryKey: keys.page(status, offset),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/studio/members", {
          params: { query: { offset, limit: pageSize, ...(status && { status }) } },
          signal,
        }),
      ),
  });
}

/** Switches a member on or off; her row changes in place. */
export function useSetStatus() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: MemberStatus }) =>
      unwrap(api.POST("/studio/members/{id}/{status}", { params: { path: { id, status } } })),
    onSuccess: (changed) =>
      queries.setQueriesData<List<Member>>(
        { queryKey: keys.all },
        (page) =>
          page && {
            ...page,
            data: page.data.map((row) => (row._id === changed._id ? changed : row)),
          },
      ),
  });
}
