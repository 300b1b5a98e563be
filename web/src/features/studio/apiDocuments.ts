import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";
import { upload } from "@/api/upload";
import { pageSize } from "@/lib/offset";

export type KeptDocument = Schemas["StudioKeptDocument"];

const key = ["studio-documents"] as const;

/** What the studio keeps. */
export const documents = (offset: number) =>
  pageQuery([...key, "kept", offset], "/studio/documents", { query: { offset, limit: pageSize } });

/** What studios keep about me. */
export const aboutMe = () =>
  apiQuery([...key, "own"], "/performers/studio/documents", { query: { offset: 0, limit: 50 } });

/** What a studio keeps, as staff of the site see it. */
export const documentsOf = (id: string, offset: number) =>
  pageQuery([...key, "of", id, offset], "/admin/studios/{id}/documents", {
    path: { id },
    query: { offset, limit: pageSize },
  });

export type NewDocument = {
  title: string;
  kind: string;
  member: string;
  toSign: string;
  document?: File | undefined;
  onProgress: (share: number) => void;
};

export function useKeep() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ document, onProgress, ...fields }: NewDocument): Promise<KeptDocument> => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) if (value) form.set(name, value);
      if (document) form.set("document", document);
      return upload("/studio/documents", form, { onProgress });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
}

export function useRemoveDocument() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.DELETE("/studio/documents/{id}", { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
}

/** Puts my name under a document. */
export function useSign() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      unwrap(
        api.POST("/performers/studio/documents/{id}/sign", {
          params: { path: { id } },
          body: { name },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
}
