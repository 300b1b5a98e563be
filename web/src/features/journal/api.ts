import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { pageSize } from "@/lib/offset";

/** The most days that one answer has. */
export const maxDays = 100;

/** The closed days, newest first, and the key that signs them. */
export function days(offset: number) {
  return queryOptions({
    queryKey: ["journal", "days", offset],
    queryFn: ({ signal }) => fetchDays(offset, pageSize, signal),
    placeholderData: keepPreviousData,
  });
}

export function fetchDays(offset: number, limit: number, signal?: AbortSignal) {
  return unwrap(
    api.GET("/journal/days", { params: { query: { offset, limit } }, ...(signal && { signal }) }),
  );
}

/** The proof of a transfer that I paid, the day as everybody sees it, and the site's key. */
export function ownProof(id: string) {
  return queryOptions({
    queryKey: ["journal", "proof", id],
    queryFn: async ({ signal }) => {
      const proof = await unwrap(
        api.GET("/journal/proofs/{id}", { params: { path: { id } }, signal }),
      );
      const [published, { publicKey }] = await Promise.all([
        unwrap(api.GET("/journal/days/{day}", { params: { path: { day: proof.day } }, signal })),
        fetchDays(0, 1, signal),
      ]);
      return { proof, published, publicKey };
    },
    retry: false,
  });
}
