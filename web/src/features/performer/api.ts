import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import { upload } from "@/api/upload";
import { sessionKeys } from "@/session/api";

export type Performer = Schemas["PerformerPerformer"];
export type Changes = Schemas["PerformerChanges"];
export type Prices = Schemas["PerformerPrices"];
export type Broadcast = Schemas["PerformerBroadcast"];

const keys = {
  me: ["performer", "me"] as const,
};

/** My record as its owner sees it. */
export const performerMe = () => apiQuery(keys.me, "/performers/me");

// Every change answers with the whole record.
function useKeep() {
  const queries = useQueryClient();
  return (performer: Performer) => {
    queries.setQueryData(keys.me, performer);
    return Promise.all([
      queries.invalidateQueries({ queryKey: ["performers"] }),
      queries.invalidateQueries({ queryKey: ["performer", "preview"] }),
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

/** Replaces my addresses elsewhere. */
export function useSetLinks() {
  const keep = useKeep();
  return useMutation({
    mutationFn: (links: Schemas["PerformerLinkDraft"][]) =>
      unwrap(api.PUT("/performers/links", { body: { links } })),
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
