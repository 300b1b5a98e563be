import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";

const key = ["account", "erasure"] as const;

/** Whether I have asked to be forgotten, and what stands against it. */
export const erasure = () => apiQuery(key, "/users/me/erasure");

/** Asks to be forgotten, or takes that back. */
export function useWish() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: boolean) =>
      asked
        ? unwrap(api.POST("/users/me/erasure", {}))
        : unwrap(api.DELETE("/users/me/erasure", {})),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
