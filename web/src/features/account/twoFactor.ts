import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import { sessionKeys } from "@/session/api";

export type TwoFactor = Schemas["AccountFactorState"];
export type Offer = Schemas["AccountFactorOffer"];

const key = ["account", "two-factor"] as const;

/** Whether a login of mine asks for a code, and how many recovery codes are left. */
export const twoFactor = () => apiQuery(key, "/auth/two-factor");

function useChanged() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["account"] }),
      queries.invalidateQueries({ queryKey: sessionKeys.me }),
    ]);
}

/** A fresh secret, shown once. */
export function useOffer() {
  return useMutation({ mutationFn: () => unwrap(api.POST("/auth/two-factor/set-up", {})) });
}

/** Ends the set-up; answers with the recovery codes, which are told this once. */
export function useEnable() {
  return useMutation({
    mutationFn: async (code: string) =>
      (await unwrap(api.POST("/auth/two-factor/enable", { body: { code } }))).recoveryCodes,
  });
}

/** What shows my state reads it again: when the recovery codes have been kept. */
export function useTwoFactorChanged() {
  return useChanged();
}

export function useDisable() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (code: string) => unwrap(api.POST("/auth/two-factor/disable", { body: { code } })),
    onSuccess: changed,
  });
}

export function useNewRecoveryCodes() {
  return useMutation({
    mutationFn: async (code: string) =>
      (await unwrap(api.POST("/auth/two-factor/recovery-codes", { body: { code } }))).recoveryCodes,
  });
}
