import { queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";

/** A published post, by its id or its short name. */
export function post(id: string) {
  return queryOptions({
    queryKey: ["posts", id],
    queryFn: ({ signal }) => unwrap(api.GET("/posts/{id}", { params: { path: { id } }, signal })),
  });
}

export type ContactMessage = Schemas["ContactInputBody"];

/** Writes to the operator. */
export async function writeToOperator(message: ContactMessage) {
  await unwrap(api.POST("/contact", { body: message }));
}
