import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";

export type Connection = Schemas["SocialconnectConnection"];
export type Post = Schemas["SocialconnectPost"];
export type Setup = Schemas["SocialconnectSetupView"];

const keys = {
  available: ["socialconnect", "available"] as const,
  connection: ["socialconnect", "connection"] as const,
  signIn: ["socialconnect", "signIn"] as const,
  setup: ["socialconnect", "setup"] as const,
};

/** What this site lets people do with X. */
export const available = () => apiQuery(keys.available, "/social-connect/available");

/** Where it is posted that I am live; what waits is looked at again. */
export const connection = () =>
  apiQuery(keys.connection, "/social-connect/twitter", undefined, {
    refetchInterval: ({ state }) =>
      state.data?.posts.some(({ status }) => status === "waiting" || status === "sending")
        ? 10_000
        : false,
  });

/** By which account of X I log in. */
export const signIn = () => apiQuery(keys.signIn, "/social-connect/sign-in");

/** How the operator has set X up. */
export const setup = () => apiQuery(keys.setup, "/admin/social-connect/twitter");

/** Leaves for the page of X that asks for what I want. */
export function useConnect(next = "") {
  return useMutation({
    mutationFn: async () => {
      const { url } = await unwrap(
        api.GET("/auth/twitter/connect", { params: { query: next === "" ? {} : { next } } }),
      );
      location.assign(url);
    },
  });
}

function useRefreshed(key: readonly string[]) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: key });
}

export function useChange() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas["SocialconnectSettings"]) =>
      unwrap(api.PUT("/social-connect/twitter", { body })),
    onSuccess: (changed) => queries.setQueryData(keys.connection, changed),
  });
}

export function useDisconnect() {
  const refreshed = useRefreshed(keys.connection);
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/social-connect/twitter", {})),
    onSuccess: refreshed,
  });
}

export function useRetry() {
  const refreshed = useRefreshed(keys.connection);
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.POST("/social-connect/twitter/posts/{id}/retry", { params: { path: { id } } })),
    onSuccess: refreshed,
  });
}

/** How a text would be posted, and how long X counts it. */
export function preview(text: string) {
  return {
    queryKey: ["socialconnect", "preview", text],
    queryFn: () => unwrap(api.POST("/social-connect/twitter/preview", { body: { text } })),
  };
}

export function useUnlink() {
  const refreshed = useRefreshed(keys.signIn);
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/social-connect/sign-in", {})),
    onSuccess: refreshed,
  });
}

/** Logs in by an answer of X. */
export function enter(flow: string) {
  return unwrap(api.POST("/auth/twitter/login", { body: { flow } }));
}

export function register(body: Schemas["SocialconnectRegisterBody"]) {
  return unwrap(api.POST("/auth/twitter/register", { body }));
}

export function useSetUp() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas["SocialconnectSetupBody"]) =>
      unwrap(api.PUT("/admin/social-connect/twitter", { body })),
    onSuccess: (saved) => {
      queries.setQueryData(keys.setup, saved);
      return queries.invalidateQueries({ queryKey: keys.available });
    },
  });
}
