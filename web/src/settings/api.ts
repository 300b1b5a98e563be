import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { Colours } from "@/lib/color";

export type MenuLink = { title: string; path: string; internal: boolean; isOpenNewTab: boolean };
export type StreamOption = "hls" | "webrtc";
export type Category = { _id: string; name: string; slug: string };
export type Country = { code: string; name: string };

/** The settings everyone may read (spec §3, UI and public settings). */
export type PublicSettings = {
  siteName: string;
  logoUrl: string;
  favicon: string;
  banner: string;
  theme: Colours;
  menus: MenuLink[];
  footerContent: string;
  enablePopup18Plus: boolean;
  popupContent18Plus: string;
  maintenanceMode: boolean;
  /** Payments are played in the sandbox: no money moves. */
  development: boolean;
  singularTextModel: string;
  pluralTextModel: string;
  placeholderAvatarUrl: string;
  placeholderLoginUrl: string;
  defaultOfflineModelImage: string;
  defaultPrivateCallImage: string;
  defaultGroupChatImage: string;
  tipSound: string;
  /** Tip options, in tokens. */
  tipLeast: number;
  tipMost: number;
  tipStep: number;
  /** Image uploads: endings without the dot, and megabytes. */
  imageAccepted: string[];
  imageMaxMB: number;
  /** Of a photo that is sold. */
  photoMaxMB: number;
  /** Characters. */
  passwordMinimum: number;
  currency: string;
  currencySymbol: string;
  chargebackBearer: "house" | "shared";
  optionForBroadcast: StreamOption;
  optionForPrivate: StreamOption;
  optionForGroup: StreamOption;
  secureOption: boolean;
  /** How long a paid show waits: for its media, for who was lost, and its performer for the click back. */
  connectSeconds: number;
  reconnectSeconds: number;
  awaySeconds: number;
};

/** What holds until the settings are known (spec §9). */
export const defaultSettings: PublicSettings = {
  siteName: "Limelight",
  logoUrl: "",
  favicon: "/favicon.svg",
  banner: "",
  theme: { brand: "#a2252d", success: "#2fb52d" },
  menus: [],
  footerContent: "",
  enablePopup18Plus: true,
  popupContent18Plus: "",
  maintenanceMode: false,
  development: false,
  singularTextModel: "Model",
  pluralTextModel: "Models",
  placeholderAvatarUrl: "/default-user-icon.png",
  placeholderLoginUrl: "",
  defaultOfflineModelImage: "/offline.png",
  defaultPrivateCallImage: "/private.png",
  defaultGroupChatImage: "/group.png",
  tipSound: "/sounds/default-audio.mp3",
  tipLeast: 15,
  tipMost: 50,
  tipStep: 5,
  imageAccepted: ["jpg", "jpeg", "png", "webp"],
  imageMaxMB: 2,
  photoMaxMB: 10,
  passwordMinimum: 15,
  currency: "USD",
  currencySymbol: "$",
  chargebackBearer: "house",
  optionForBroadcast: "hls",
  optionForPrivate: "hls",
  optionForGroup: "hls",
  secureOption: false,
  connectSeconds: 30,
  reconnectSeconds: 30,
  awaySeconds: 60,
};

export const settingsKeys = {
  public: ["settings", "public"] as const,
  categories: ["categories"] as const,
  countries: ["countries"] as const,
};

/** The public settings; a value the server leaves out keeps its default. */
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

async function readPublic(signal: AbortSignal, query: { fresh?: true } = {}) {
  return withDefaults(await unwrap(api.GET("/settings/public", { params: { query }, signal })));
}

export function withDefaults(partial: Partial<PublicSettings>): PublicSettings {
  return { ...defaultSettings, ...partial };
}

/** The categories of the header and the search (spec §3). */
export function categories() {
  return queryOptions({
    queryKey: settingsKeys.categories,
    queryFn: ({ signal }): Promise<Category[]> =>
      unwrap(api.GET("/performer-categories", { signal })).then((list) => list.data),
    staleTime: 5 * 60_000,
  });
}

/** The countries of forms and filters. */
export function countries() {
  return queryOptions({
    queryKey: settingsKeys.countries,
    queryFn: ({ signal }): Promise<Country[]> =>
      unwrap(api.GET("/countries/list", { signal })).then((list) => list.data),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The public settings, complete at once: defaults stand in until they arrive. */
export function useSettings(): PublicSettings {
  return useQuery(publicSettings()).data ?? defaultSettings;
}

/** The operator's words for a performer: "Model" and "Models" unless configured. */
export function useLabels(): { model: string; models: string } {
  const settings = useSettings();
  return { model: settings.singularTextModel, models: settings.pluralTextModel };
}
