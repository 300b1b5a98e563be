import { api, idempotencyKey, type Schemas, unwrap } from "@/api/client";

/** Whose show is looked into. */
export type Shown = { _id: string; name: string };

/** A look into a private show that a member may buy. */
export type Offer = Schemas["ShowPeekOffer"];
/** What who looks in gets: her picture, and nothing of the room. */
export type Look = Schemas["ShowSession"];

/** What a look costs now; the price holds for two minutes. */
export function askToLook(performerId: string): Promise<Offer> {
  return unwrap(api.POST("/streaming/peek-in/{id}", { params: { path: { id: performerId } } }));
}

/** Buys the look; with `renew` also each window after it, until I leave. */
export function buyLook(id: string, renew: boolean, key = idempotencyKey()): Promise<Look> {
  return unwrap(
    api.POST("/member/peek-in/{id}", {
      params: { path: { id }, header: { "Idempotency-Key": key } },
      body: { renew },
    }),
  );
}

export function leaveLook(id: string): Promise<unknown> {
  return unwrap(api.POST("/streaming/peek-in/{id}/leave", { params: { path: { id } } }));
}
