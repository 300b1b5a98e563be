import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";

export type BlockingList = Schemas["BlockingList"];
export type Blocked = Schemas["BlockingBlocked"];
export type Found = Schemas["BlockingMember"];
export type Change = Schemas["BlockingChange"];
export type Look = Schemas["DiscoverLook"];

const keys = {
  list: ["blocking"] as const,
  members: (q: string) => ["blocking-members", q] as const,
  look: (from: From) => ["blocking-look", from] as const,
};

/** The countries and people who do not see me. */
export const blocking = () => apiQuery(keys.list, "/performers/blocking");

/** Members whom I have met, by a part of their names, and who has exactly this username. */
export function membersFound(q: string) {
  return queryOptions({
    queryKey: keys.members(q),
    queryFn: ({ signal }) =>
      unwrap(api.GET("/performers/blocking/members", { params: { query: { q } }, signal })),
    enabled: q !== "",
  });
}

/** From where, or as whom, I look at myself. */
export type From = { country: string; hosting: boolean; username: string };

export function lookFrom(from: From) {
  const { country, hosting, username } = from;
  return queryOptions({
    queryKey: keys.look(from),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/performers/me/look", {
          params: {
            query: {
              hosting,
              ...(country && { country }),
              ...(username && { username }),
            },
          },
          signal,
        }),
      ),
    staleTime: 0,
  });
}

// Whatever changes, another look is worth another question.
function useKeep() {
  const queries = useQueryClient();
  return (list: BlockingList) => {
    queries.setQueryData(keys.list, list);
    queries.invalidateQueries({ queryKey: ["blocking-members"] });
    queries.invalidateQueries({ queryKey: ["blocking-look"] });
  };
}

/** Blocks: countries replace those of before, members are added. */
export function useBlock() {
  const keep = useKeep();
  return useMutation({
    mutationFn: (change: Change) =>
      unwrap(api.POST("/performers/blocking/update", { body: change })),
    onSuccess: keep,
  });
}

/** Keeps my own note about a block. */
export function useNote() {
  const keep = useKeep();
  return useMutation({
    mutationFn: (body: { kind: "user" | "country"; value: string; reason: string }) =>
      unwrap(api.PUT("/performers/blocking/reasons", { body })),
    onSuccess: keep,
  });
}

export function useUnblockUser() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) =>
      unwrap(api.DELETE("/performers/blocking/users", { body: { userId } })),
    onSuccess: (_, userId) => {
      queries.setQueryData<BlockingList>(
        keys.list,
        (list) => list && { ...list, users: list.users.filter((user) => user._id !== userId) },
      );
      queries.invalidateQueries({ queryKey: ["blocking-members"] });
      queries.invalidateQueries({ queryKey: ["blocking-look"] });
    },
  });
}
