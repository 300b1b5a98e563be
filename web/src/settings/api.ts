import { type QueryClient, queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";

export type PublicSettings = Schemas["SettingsPublicAnswer"];
export type MenuLink = Schemas["SettingsMenuLink"];
export type Category = Schemas["PerformerCategory"];

export const settingsKeys = {
  public: ["settings", "public"] as const,
  categories: ["categories"] as const,
  countries: ["countries"] as const,
};

/** The settings everyone may read (spec §3, UI and public settings), with their defaults filled in. */
export function publicSettings() {
  return queryOptions({
    queryKey: settingsKeys.public,
    queryFn: ({ signal }) => readPublic(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Reads the public settings again after a change, which the asked node may not have heard of yet. */
export async function refreshSettings(queries: QueryClient) {
  await queries.cancelQueries({ queryKey: settingsKeys.public }); // it may have begun before the change
  await queries.fetchQuery({
    queryKey: settingsKeys.public,
    queryFn: ({ signal }) => readPublic(signal, { fresh: true }),
    staleTime: 0,
    retry: 3,
  });
}

function readPublic(signal: AbortSignal, query: { fresh?: true } = {}) {
  return unwrap(api.GET("/settings/public", { params: { query }, signal }));
}

/** The categories of the header and the search (spec §3). */
export function categories() {
  return queryOptions({
    queryKey: settingsKeys.categories,
    queryFn: ({ signal }) =>
      unwrap(api.GET("/performer-categories", { signal })).then((list) => list.data),
    staleTime: 5 * 60_000,
  });
}

/** The countries of forms and filters. */
export function countries() {
  return queryOptions({
    queryKey: settingsKeys.countries,
    queryFn: ({ signal }) =>
      unwrap(api.GET("/countries/list", { signal })).then((list) => list.data),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The public settings, which come with the page: nothing is drawn before them. */
export function useSettings(): PublicSettings {
  return useSuspenseQuery(publicSettings()).data;
}

/** The operator's words for a performer: "Model" and "Models" unless configured. */
export function useLabels(): { model: string; models: string } {
  const settings = useSettings();
  return { model: settings.singularTextModel, models: settings.pluralTextModel };
}
