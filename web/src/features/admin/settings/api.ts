import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import { upload } from "@/api/upload";
import { settingsKeys } from "@/settings/api";

export type Setting = Schemas["SettingsDeclared"];
export type SettingType = Setting["type"];
export type Listing = Schemas["SettingsListing"];
export type Proposal = Schemas["SettingsProposal"];
export type Version = Schemas["SettingsVersion"];

const keys = {
  all: ["admin-settings"] as const,
  list: ["admin-settings", "list"] as const,
  history: (key: string, offset: number) => ["admin-settings", "history", key, offset] as const,
};

/** Every setting: what it may be and what it is. */
export const settingsListing = () => apiQuery(keys.list, "/admin/settings");

export const historySize = 10;

export const history = (key: string, offset = 0) =>
  apiQuery(keys.history(key, offset), "/admin/settings/{key}/history", {
    path: { key },
    query: { offset, limit: historySize },
  });

/** Saves the given settings, all or none. A null brings back a default. */
export function useSaveSettings() {
  const keep = useKeep();
  return useMutation({
    mutationFn: (values: Record<string, unknown>) =>
      unwrap(api.PUT("/admin/settings", { body: values })),
    onSuccess: keep,
  });
}

/** Gives a setting back what it was before one of its changes. */
export function useRollback(key: string) {
  const keep = useKeep();
  return useMutation({
    mutationFn: (version: string) =>
      unwrap(
        api.POST("/admin/settings/{key}/rollback", {
          params: { path: { key } },
          body: { version },
        }),
      ),
    onSuccess: keep,
  });
}

/** Approves or drops a change that waits for a second admin. */
export function useDecideProposal(id: string) {
  const keep = useKeep();
  return useMutation({
    mutationFn: (verdict: "approve" | "reject") => {
      const params = { path: { id } };
      return verdict === "approve"
        ? unwrap(api.POST("/admin/settings/proposals/{id}/approve", { params }))
        : unwrap(api.POST("/admin/settings/proposals/{id}/reject", { params }));
    },
    onSuccess: keep,
  });
}

// The site itself shows the new values at once, here and over the socket everywhere.
function useKeep() {
  const queries = useQueryClient();
  return async (listing: Listing) => {
    queries.setQueryData(keys.list, listing);
    await Promise.all([
      queries.invalidateQueries({ queryKey: [...keys.all, "history"] }),
      queries.invalidateQueries({ queryKey: settingsKeys.public }),
    ]);
  };
}

/** Stores a picture of the operator's; answers with its address. */
export async function uploadSiteImage(
  image: File,
  onProgress: (share: number) => void,
): Promise<string> {
  const form = new FormData();
  form.set("image", image);
  const { url }: Schemas["FilesSiteImage"] = await upload("/admin/site-images", form, {
    onProgress,
  });
  return url;
}
