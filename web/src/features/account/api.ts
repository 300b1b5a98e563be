import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import { apiQuery } from "@/api/queries";
import { upload } from "@/api/upload";
import { type Session, sessionKeys, useLeaving } from "@/session/api";
import { studioKey } from "@/session/studio";
import { toast } from "@/ui/toast";
import { t } from "./texts";

export type Me = Schemas["AccountMe"];
export type Device = Schemas["AccountSession"];
export type Performer = Schemas["PerformerPerformer"];
export type Studio = Schemas["StudioStudio"];

const keys = {
  me: ["account", "me"] as const,
  devices: ["account", "devices"] as const,
  performer: ["performer", "me"] as const,
  studio: studioKey,
};

/** My account with what only I see: mail address, date of birth, status. */
export const me = () => apiQuery(keys.me, "/users/me");

export type Changes = Schemas["AccountUpdateBody"];

/** Changes my account, and what the header shows of me. */
export function useUpdateMe() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: Changes) => unwrap(api.PUT("/users", { body: changes })),
    onSuccess: (changed) => {
      queries.setQueryData(keys.me, changed);
      return queries.invalidateQueries({ queryKey: sessionKeys.me });
    },
  });
}

/** Every other device is logged out; this one goes on with a new session. */
export function useChangePassword() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas["AccountPasswordBody"]) =>
      unwrap(api.PUT("/auth/users/me/password", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.devices }),
  });
}

/** Where I am logged in. */
export const devices = () => apiQuery(keys.devices, "/auth/sessions");

/** Logs out one device by its id, or all others. */
export function useRevoke() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string | "others") =>
      id === "others"
        ? unwrap(api.DELETE("/auth/sessions", {}))
        : unwrap(api.DELETE("/auth/sessions/{id}", { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.devices }),
  });
}

/** Closes my own account and leaves. */
export function useCloseAccount() {
  const leaving = useLeaving();
  const leave = async () => {
    await leaving.end();
    toast.info(t("Your account is closed. The way back is in your mail."));
  };
  return useMutation({
    mutationFn: (password: string) =>
      unwrap(api.POST("/users/suspend-account", { body: { password } })),
    onMutate: leaving.begin,
    onError: async (error) => {
      // The session had ended before: this call has closed nothing.
      if (error instanceof ApiError && error.status === 401) {
        await leaving.end();
        toast.error(t("You had been logged out. Log in again to suspend your account."));
      } else if (leaving.isOver()) await leave();
      else leaving.giveUp();
    },
    onSuccess: leave,
  });
}

/** Stores my picture and shows it everywhere. */
export function useUploadAvatar() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ image, onProgress }: { image: File; onProgress: (share: number) => void }) => {
      const form = new FormData();
      form.set("avatar", image);
      return upload("/users/avatar/upload", form, { onProgress });
    },
    onSuccess: ({ url }: Schemas["AccountAvatar"]) => {
      queries.setQueryData<Session | null>(sessionKeys.me, (session) =>
        session ? { ...session, avatar: url } : session,
      );
      queries.invalidateQueries({ queryKey: keys.performer });
      return queries.invalidateQueries({ queryKey: ["account"] });
    },
  });
}

export function useRemoveAvatar() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/users/avatar", {})),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: sessionKeys.me }),
        queries.invalidateQueries({ queryKey: ["account"] }),
        queries.invalidateQueries({ queryKey: keys.performer }),
      ]),
  });
}

export const performerMe = () => apiQuery(keys.performer, "/performers/me");

export type Papers = { idVerification: File; documentVerification: File };

/** Hands in documents again. */
export function useSubmitPapers() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({
      papers,
      onProgress,
    }: {
      papers: Papers;
      onProgress: (share: number) => void;
    }) => {
      const form = new FormData();
      form.set("idVerification", papers.idVerification);
      form.set("documentVerification", papers.documentVerification);
      return upload("/performers/identity-documents", form, { onProgress });
    },
    onSuccess: (performer: Performer) => queries.setQueryData(keys.performer, performer),
  });
}

/** Hands in the studio's document again. */
export function useSubmitStudioDocument() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({
      document,
      onProgress,
    }: {
      document: File;
      onProgress: (share: number) => void;
    }) => {
      const form = new FormData();
      form.set("documentVerification", document);
      return upload("/studio/identity-documents", form, { onProgress });
    },
    onSuccess: (studio: Studio) => queries.setQueryData(keys.studio, studio),
  });
}
