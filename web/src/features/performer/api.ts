import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { upload } from "@/api/upload";
import { sessionKeys } from "@/session/api";

export type Performer = Schemas["PerformerPerformer"];
export type Changes = Schemas["PerformerChanges"];
export type Prices = Schemas["PerformerPrices"];
export type Broadcast = Schemas["PerformerBroadcast"];
export type BlockingList = Schemas["BlockingList"];

const keys = {
  me: ["account", "performer"] as const,
  blocking: ["blocking"] as const,
};

/** My record as its owner sees it. */
export function performerMe() {
  return queryOptions({
    queryKey: keys.me,
    queryFn: ({ signal }) => unwrap(api.GET("/performers/me", { signal })),
  });
}

// Every change answers with the whole record.
function useKeep() {
  const queries = useQueryClient();
  return (performer: Performer) => {
    queries.setQueryData(keys.me, performer);
    return Promise.all([
      queries.invalidateQueries({ queryKey: ["performers"] }),
      queries.invalidateQueries({ queryKey: sessionKeys.me }),
    ]);
  };
}

/** Changes parts of my profile; what is absent stays as it is. */
export function useUpdateProfile() {
  const keep = useKeep();
  return useMutation({
    mutationFn: (changes: Changes) => unwrap(api.PUT("/performers", { body: changes })),
    onSuccess: keep,
  });
}

export function useSetPrices() {
  const keep = useKeep();
  return useMutation({
    mutationFn: (prices: Prices) =>
      unwrap(api.POST("/performers/default-price/update", { body: prices })),
    onSuccess: keep,
  });
}

export function useSetBroadcast() {
  const keep = useKeep();
  return useMutation({
    mutationFn: (broadcast: Broadcast) =>
      unwrap(api.POST("/performers/broadcast-setting/update", { body: broadcast })),
    onSuccess: keep,
  });
}

export type Picture = "avatar" | "card" | "wide";

const uploads = {
  avatar: { path: "/performers/avatar/upload", name: "avatar" },
  card: { path: "/performers/card/upload", name: "file" },
  wide: { path: "/performers/wide/upload", name: "file" },
} as const;

type Sending = { image: File; onProgress: (share: number) => void };

export function useUploadPicture(kind: Picture) {
  const keep = useKeep();
  return useMutation({
    mutationFn: ({ image, onProgress }: Sending): Promise<Performer> => {
      const { path, name } = uploads[kind];
      const form = new FormData();
      form.set(name, image);
      return upload(path, form, { onProgress });
    },
    onSuccess: keep,
  });
}

export function timezones() {
  return queryOptions({
    queryKey: ["places", "timezones"],
    queryFn: ({ signal }) => unwrap(api.GET("/timezones/list", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The countries and people who do not see me. */
export function blocking() {
  return queryOptions({
    queryKey: keys.blocking,
    queryFn: ({ signal }) => unwrap(api.GET("/performers/blocking", { signal })),
  });
}

/** Replaces the blocked countries. */
export function useBlockCountries() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (countries: string[]) =>
      unwrap(api.POST("/performers/blocking/update", { body: { countries } })),
    onSuccess: (list) => queries.setQueryData(keys.blocking, list),
  });
}

/** Hides me from a member, by the name that rooms show. */
export function useBlockMember() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (username: string) =>
      unwrap(api.POST("/performers/blocking/update", { body: { usernames: [username] } })),
    onSuccess: (list) => queries.setQueryData(keys.blocking, list),
  });
}

export function useUnblockUser() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) =>
      unwrap(api.DELETE("/performers/blocking/users", { body: { userId } })),
    onSuccess: (_, userId) =>
      queries.setQueryData<BlockingList>(
        keys.blocking,
        (list) => list && { ...list, users: list.users.filter((user) => user._id !== userId) },
      ),
  });
}
