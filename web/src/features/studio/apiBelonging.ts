import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import type { PartingWord } from "./api";

export type Belonging = Schemas["StudioBelonging"];
export type Received = Schemas["StudioReceivedInvitation"];

const keys = {
  all: ["belonging"] as const,
  received: ["belonging", "received"] as const,
};

/** The studio that I belong to. */
export const belonging = () => apiQuery([...keys.all, "own"], "/performers/studio");

/** The studios that invite me. */
export const received = () =>
  apiQuery(keys.received, "/performers/studio/invitations", { query: { offset: 0, limit: 50 } });

/** My word on an invitation. */
export function useAnswer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, word }: { id: string; word: "accept" | "decline" }) =>
      unwrap(
        api.POST("/performers/studio/invitations/{id}/{word}", { params: { path: { id, word } } }),
      ),
    onSettled: () => queries.invalidateQueries(),
  });
}

/** Asks my studio to let me go. */
export function useLeaveStudio() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      unwrap(api.POST("/performers/studio/leave", { body: { reason } })),
    onSuccess: () => queries.invalidateQueries(),
  });
}

/** My word about leaving. */
export function useOwnParting() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ word, answer = "" }: { word: PartingWord; answer?: string }) =>
      unwrap(
        api.POST("/performers/studio/parting/{word}", {
          params: { path: { word } },
          body: { answer },
        }),
      ),
    onSettled: () => queries.invalidateQueries(),
  });
}
