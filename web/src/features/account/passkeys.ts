import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import { sessionKeys } from "@/session/api";
import { makePasskey } from "@/session/passkeys";

export type Passkey = Schemas["PasskeysPasskey"];

const key = ["account", "passkeys"] as const;

/** By which keys I log in without a password. */
export const passkeys = () => apiQuery(key, "/auth/passkeys");

function useChanged() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: key }),
      queries.invalidateQueries({ queryKey: sessionKeys.me }),
    ]);
}

/** Makes a passkey on a device of mine and registers it; undefined when I think better of it. */
export function useAddPasskey() {
  const changed = useChanged();
  return useMutation({
    mutationFn: async (name: string) => {
      const made = await makePasskey(await unwrap(api.POST("/auth/passkeys/offer", {})));
      return made && unwrap(api.POST("/auth/passkeys", { body: { name, key: made } }));
    },
    onSuccess: changed,
  });
}

export function useRenamePasskey() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      unwrap(api.PUT("/auth/passkeys/{id}", { params: { path: { id } }, body: { name } })),
    onSuccess: changed,
  });
}

export function useRemovePasskey() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.DELETE("/auth/passkeys/{id}", { params: { path: { id } } })),
    onSuccess: changed,
  });
}
