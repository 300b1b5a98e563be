import { stepUpCode } from "./stepUp";
import { t } from "./texts";

/** The texts of the error catalogue (spec §8), letter for letter. */
export const texts = {
  badRequest: () => t("Bad request!"),
  tooLarge: () => t("Request Entity Too Large"),
  forbidden: () => t("Forbidden in the action!"),
  loadFailed: () => t("Error occured, please try again later"),
  somethingWrong: () => t("Something went wrong!"),
  serverTrouble: () => t("The site has a problem of its own. Please try again in a moment."),
  unreachable: () => t("The server cannot be reached. Check your connection and try again."),
};

type Details = {
  fields?: Record<string, string>;
  code?: string | undefined;
  missing?: number | undefined;
  price?: number | undefined;
  left?: number | undefined;
  retryAfter?: number | undefined;
};

/**
 * A refused call. `status` is the HTTP status, or 0 when no answer came;
 * `fields` maps a refused property to its text; `code` is the answer's `error`,
 * such as `insufficient_balance`; `missing` and `price` are in tokens, `left` is what is left of
 * a product that is sold out, `retryAfter` is in seconds.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly code: string | undefined;
  readonly missing: number | undefined;
  readonly price: number | undefined;
  readonly left: number | undefined;
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.fields = details.fields ?? {};
    this.code = details.code;
    this.missing = details.missing;
    this.price = details.price;
    this.left = details.left;
    this.retryAfter = details.retryAfter;
  }
}

/** Reads an unsuccessful answer into an ApiError (spec §8). */
export function refusal(status: number, body: unknown, retryAfter: string | null): ApiError {
  const wait = retryAfter === null ? undefined : number(Number(retryAfter));
  return new ApiError(status, withWait(messageFor(status, body), wait), {
    fields: fieldsOf(body),
    code: text(property(body, "error")),
    missing: number(property(body, "missing")),
    price: number(property(body, "price")),
    left: number(property(body, "left")),
    retryAfter: wait,
  });
}

function messageFor(status: number, body: unknown): string {
  if (status === 413) return texts.tooLarge();
  if (status === 403 && property(body, "error") !== stepUpCode) return texts.forbidden();
  // A gateway's page, or nothing at all: the person has asked nothing wrong.
  if (status >= 500 && (typeof body === "string" || !says(body))) return texts.serverTrouble();
  return messageOf(body);
}

// In the server's words "a moment" may be an hour.
function withWait(message: string, seconds: number | undefined): string {
  if (seconds === undefined || seconds <= 0) return message;
  const vague = t("Please wait a moment and try again."); // the server says it in this language, too
  const known = message.endsWith(vague) ? message.slice(0, -vague.length).trimEnd() : message;
  return `${known} ${waitOf(seconds)}`;
}

function waitOf(seconds: number): string {
  return seconds < 90
    ? t("{count, plural, one {Try again in # second.} other {Try again in # seconds.}}", {
        count: Math.ceil(seconds),
      })
    : t("{count, plural, one {Try again in # minute.} other {Try again in # minutes.}}", {
        count: Math.ceil(seconds / 60),
      });
}

function says(body: unknown): boolean {
  return messageOf(body) !== texts.badRequest() || text(property(body, "message")) !== undefined;
}

/**
 * What to show for an error: a string as it is; of a list of refused fields the
 * first constraint's text, else the error text; else 'Bad request!'.
 */
export function messageOf(error: unknown): string {
  if (typeof error === "string" && error !== "") return error;
  const message = property(error, "message");
  if (typeof message === "string" && message !== "") return message;
  if (Array.isArray(message)) {
    const first = firstConstraint(message[0]);
    if (first !== undefined) return first;
  }
  return text(property(error, "error")) ?? texts.badRequest();
}

function fieldsOf(body: unknown): Record<string, string> {
  const message = property(body, "message");
  const fields: Record<string, string> = {};
  if (!Array.isArray(message)) return fields;
  for (const item of message) {
    const name = text(property(item, "property"));
    const problem = firstConstraint(item);
    if (name !== undefined && problem !== undefined) fields[name] ??= problem;
  }
  return fields;
}

function firstConstraint(item: unknown): string | undefined {
  const constraints = property(item, "constraints");
  if (typeof constraints !== "object" || constraints === null) return undefined;
  return text(Object.values(constraints)[0]);
}

function property(of: unknown, name: string): unknown {
  if (typeof of !== "object" || of === null) return undefined;
  return Reflect.get(of, name);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
