import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";

export type Archive = Schemas["ExportsExport"];

const key = ["account", "exports"] as const;

/** My archives of what the site keeps of me; one that is being made is asked for again. */
export function useArchives() {
  return useQuery({
    ...apiQuery(key, "/users/me/exports"),
    refetchInterval: (query) =>
      query.state.data?.data.some(({ status }) => status === "waiting") ? 3000 : false,
  });
}

export function useAskArchive() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST("/users/me/exports", {})),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
