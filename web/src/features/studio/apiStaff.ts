import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";

export type Colleague = Schemas["StudioColleague"];
export type Deed = Schemas["StudioDeed"];

const key = ["studio-staff"] as const;

/** What an owner may let staff do. */
export const rights = () => apiQuery([...key, "rights"], "/studio/rights");

/** Who works for the studio. */
export const staff = (offset: number) =>
  pageQuery([...key, "page", offset], "/studio/staff", { query: { offset, limit: pageSize } });

/** What was done for the studio; of one person when `by` says whose. */
export const history = (by: string, offset: number) =>
  pageQuery([...key, "history", by, offset], "/studio/history", {
    query: { offset, limit: pageSize, ...(by && { by }) },
  });

export type NewColleague = {
  username: string;
  email: string;
  name: string;
  dateOfBirth: string;
  rights: string[];
};

/** Opens an account for somebody who is to work for the studio. */
export function useInviteStaff() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewColleague) => unwrap(api.POST("/studio/staff", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
}

/** Replaces what somebody may do. */
export function usePermit() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, rights }: { id: string; rights: string[] }) =>
      unwrap(api.PUT("/studio/staff/{id}", { params: { path: { id } }, body: { rights } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
}

export type StaffWord = "suspend" | "restore" | "remove";

/** Suspends, restores or removes somebody. */
export function useActOnStaff() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, word }: { id: string; word: StaffWord }) =>
      unwrap(api.POST("/studio/staff/{id}/{word}", { params: { path: { id, word } }, body: {} })),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
}
