import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api, type Schemas, unwrap } from "@/api/client";
import { partsOf } from "@/lib/href";
import { forgetPrivateData, type Session, sessionKeys } from "@/session/api";
import { signWithPasskey } from "@/session/passkeys";
import { afterLogin } from "@/session/redirects";

/** The separate logins (spec §4) by the first part of their path. */
export type LoginFlow = "users" | "performers" | "studio" | "admin";

export type Credentials = { username: string; password: string };

/** The password was right, and a code is wanted: the ticket for the second step. */
export type SecondStepWanted = { ticket: string; passkey: boolean };

/**
 * Logs in, then goes where spec §2 says, or back to `next`. Where a code is wanted, answers with
 * the ticket for it instead. The error is the form's to show.
 */
export function useLogin(flow: LoginFlow, next?: string) {
  const enter = useEnter(next);
  return useMutation({
    mutationFn: async (credentials: Credentials): Promise<SecondStepWanted | undefined> => {
      const answer = await unwrap(api.POST(`/auth/${flow}/login`, { body: credentials }));
      if (answer.twoFactor && answer.ticket) {
        return { ticket: answer.ticket, passkey: answer.passkey === true };
      }
      await enter();
    },
  });
}

/** The second step of a login, by a code for its ticket. */
export function useSecondStep(next?: string) {
  const enter = useEnter(next);
  return useMutation({
    mutationFn: async (body: { ticket: string; code: string }) => {
      await unwrap(api.POST("/auth/two-factor", { body }));
      await enter();
    },
  });
}

/** What a passkey signs to log in, whoever's it is. */
export const askLogin = () => unwrap(api.POST("/auth/passkeys/login/options", {}));

const roles = { users: "user", performers: "performer", studio: "studio", admin: "admin" } as const;

/** Logs in with a passkey: one that has signed already, or one that the browser asks for. */
export function usePasskeyLogin(flow: LoginFlow, next?: string) {
  const enter = useEnter(next);
  return useMutation({
    mutationFn: async (signed: Schemas["PasskeysSignature"] | undefined) => {
      const key = signed ?? (await signWithPasskey(await askLogin()));
      if (key === undefined) return;
      await unwrap(api.POST("/auth/passkeys/login", { body: { role: roles[flow], key } }));
      await enter();
    },
  });
}

/** The second step of a login, by a passkey for its ticket. */
export function usePasskeyStep(next?: string) {
  const enter = useEnter(next);
  return useMutation({
    mutationFn: async (ticket: string) => {
      const body = { ticket };
      const options = await unwrap(api.POST("/auth/passkeys/second-step/options", { body }));
      const key = await signWithPasskey(options);
      if (key === undefined) return;
      await unwrap(api.POST("/auth/passkeys/second-step", { body: { ticket, key } }));
      await enter();
    },
  });
}

/** What follows a login: the session, and the page they wanted. */
export function useEnter(next?: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const session: Session = await unwrap(api.GET("/users/me", {}));
    forgetPrivateData(queries);
    queries.setQueryData(sessionKeys.me, session);
    await navigate(partsOf(afterLogin(session, next)));
  };
}
