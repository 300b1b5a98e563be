import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";

/** A published post, by its id or its short name. */
export const post = (id: string) => apiQuery(["posts", id], "/posts/{id}", { path: { id } });

export type ContactMessage = Schemas["ContactInputBody"];

/** Writes to the operator. */
export async function writeToOperator(message: ContactMessage) {
  await unwrap(api.POST("/contact", { body: message }));
}
