import { queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import { onDevice } from "@/lib/storage";

/** Who invites, and the code that tells the server so at registration. */
export type Invitation = Schemas["ReferralsInvitationView"];

const key = "invitation";
const days30 = 30 * 24 * 60 * 60 * 1000;

/**
 * The invitation this browser came with: the first valid one of the last 30 days
 * (behaviours.md, Referral). A code that nobody has is no invitation and is not kept.
 */
export async function invitationFor(code: string | undefined, now: number) {
  const kept = read(now);
  if (kept || !code) return kept;
  try {
    const found = await unwrap(
      api.GET("/referrals/codes/{code}", { params: { path: { code: code.slice(0, 64) } } }),
    );
    keep({ ...found, until: now + days30 });
    return found;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null;
    throw error;
  }
}

/** The invitation for a page on which one registers; null for none. */
export function invitation(code: string | undefined) {
  return queryOptions({
    queryKey: ["invitation", code],
    queryFn: () => invitationFor(code, Date.now()),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** It was used, and is not for the next person at this browser. */
export function forgetInvitation() {
  onDevice.set(key, undefined);
}

type Kept = Invitation & { until: number };

function keep(kept: Kept) {
  onDevice.set(key, JSON.stringify(kept));
}

function read(now: number): Invitation | null {
  try {
    const kept: unknown = JSON.parse(onDevice.get(key) ?? "null");
    return isKept(kept) && kept.until > now ? kept : null;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is Kept {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    typeof value.code === "string" &&
    "username" in value &&
    typeof value.username === "string" &&
    "avatar" in value &&
    typeof value.avatar === "string" &&
    "until" in value &&
    typeof value.until === "number"
  );
}
