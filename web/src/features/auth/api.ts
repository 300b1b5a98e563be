import { queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { upload } from "@/api/upload";

/** The roles that register and log in by themselves, as the API names their flows. */
export type Kind = "user" | "performer" | "studio";

/** What the server tells the person after a step by mail. */
export type Told = { message: string };

export type MemberDraft = {
  username: string;
  email: string;
  password: string;
  /** YYYY-MM-DD. */
  dateOfBirth: string;
  name: string;
  country: string;
  ref: string;
  /** The path they came from; the mailed link leads back there. */
  next: string;
};

export function registerMember(draft: MemberDraft): Promise<Told> {
  return unwrap(api.POST("/auth/users/register", { body: draft }));
}

type Sending = { onProgress: (share: number) => void };

/** Registers a performer or studio with its documents. Empty texts are not sent. */
export function registerWithFiles(
  kind: "performer" | "studio",
  values: Record<string, string | File>,
  { onProgress }: Sending,
): Promise<Told> {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) if (value !== "") form.set(name, value);
  const path = kind === "studio" ? "/auth/studio/register" : "/auth/performers/register";
  return upload(path, form, { onProgress });
}

/** Asks for a link to choose a new password. The answer never says whether the address exists. */
export function forgotPassword(email: string, type: string): Promise<Told> {
  return unwrap(api.POST("/auth/users/forgot", { body: { email, type } }));
}

export function resetPassword(token: string, password: string): Promise<Told> {
  return unwrap(api.POST("/auth/users/reset", { body: { token, password } }));
}

export function resendVerification(email: string): Promise<Told> {
  return unwrap(api.POST("/verification/resend-verification-email", { body: { email } }));
}

/** Stops that an account gets another mail address, by the code that the address before was sent. */
export function stopEmailChange(token: string): Promise<Told> {
  return unwrap(api.POST("/verification/stop-email-change", { body: { token } }));
}

/** Follows the mailed link, once: it is spent by the first answer. */
export function verification(token: string) {
  return queryOptions({
    queryKey: ["verification", token],
    queryFn: ({ signal }): Promise<Schemas["AccountConfirmed"]> =>
      unwrap(api.GET("/verification/confirm", { params: { query: { token } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
