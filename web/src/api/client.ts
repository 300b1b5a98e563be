import createClient from "openapi-fetch";
import { currentLanguage } from "@/i18n/language";
import { noteServerTime } from "@/lib/serverTime";
import { ApiError, refusal, texts } from "./errors";
import type { components, paths } from "./schema.gen";
import { codeOf, stepUpCode, withStepUp } from "./stepUp";

/** The API's types by name, generated from the Go types. */
export type Schemas = components["schemas"];

/** A page of a list: `total` counts all rows, not only those in `data`. */
export type List<T> = { data: T[]; total: number };

/** The typed client. Wrap every call in `unwrap`. */
export const api = createClient<paths>({
  baseUrl: `${location.origin}/api`,
  credentials: "same-origin",
  querySerializer: { array: { style: "form", explode: false } },
  fetch: send,
});

// Looked up at each call, so that tests can stand in for the network.
async function send(request: Request): Promise<Response> {
  const response = await withStepUp(request, timed);
  if (response.status === 403) await tellRefused(request, response);
  if (response.status !== 205) return response;
  // 205 is as empty as 204 (spec §8), but the client only knows the latter.
  return new Response(null, { status: 204, headers: response.headers });
}

type Reply<D> = { data?: D | undefined; error?: unknown; response: Response };

/**
 * The `data` of a successful answer; undefined for 204 and 205. Anything else is
 * thrown as ApiError, with the texts of spec §8. The 403 of something that was
 * pressed also tells the listener of `onForbidden`, which takes the visitor home.
 */
export function unwrap<T>(call: Promise<Reply<{ data: T }>>): Promise<T>;
export function unwrap(call: Promise<Reply<undefined>>): Promise<void>;
export async function unwrap(call: Promise<Reply<{ data: unknown } | undefined>>) {
  const { data, error, response } = await call.catch(unreachable);
  if (response.ok) return data?.data;
  throw refusal(response.status, error, response.headers.get("Retry-After"));
}

/** Makes the ApiError of a refused upload, which somebody has pressed. */
export function refused(status: number, body: unknown, retryAfter: string | null): ApiError {
  const error = refusal(status, body, retryAfter);
  if (status === 403 && error.code !== stepUpCode) tellForbidden(error.code);
  return error;
}

/** As `fetch` of a call that nobody has pressed: its refusal takes nobody away from the page. */
export function quietly(request: Request): Promise<Response> {
  return globalThis.fetch(request);
}

async function timed(request: Request): Promise<Response> {
  request.headers.set("Accept-Language", currentLanguage().code);
  const asked = Date.now();
  const response = await globalThis.fetch(request);
  noteServerTime(response.headers.get("Date"), asked, Date.now());
  return response;
}

// Who does not prove that it is them stays where they are, with what they typed.
async function tellRefused(request: Request, response: Response) {
  const code = await codeOf(response);
  if (code === "two_factor_wanted" || (code !== stepUpCode && isPress(request)))
    tellForbidden(code);
}

// What a page reads or repeats by itself is said in its place: nobody is thrown out for it.
function isPress({ method }: Request): boolean {
  return method !== "GET" && navigator.userActivation?.isActive !== false;
}

let tellForbidden = (_code: string | undefined) => {};

/** Says what happens on a 403. The app goes to / and shows 'Forbidden in the action!'. */
export function onForbidden(listener: (code: string | undefined) => void) {
  tellForbidden = listener;
}

function unreachable(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
  throw new ApiError(0, texts.unreachable());
}

/** A fresh Idempotency-Key. Make one per intention (a pressed button), not per attempt. */
export function idempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
