import { HttpResponse, http } from "msw";
import { server } from "@/testing/server";
import { api, idempotencyKey, onForbidden, unwrap } from "./client";
import { ApiError, messageOf } from "./errors";

const address = "*/api/member/send-tip-token/nina";

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  server.use(http.post(address, () => HttpResponse.json(body ?? null, { status, headers })));
  return unwrap(tip());
}

function tip() {
  return api.POST("/member/send-tip-token/{performerId}", {
    params: { path: { performerId: "nina" } },
    body: { token: 25 },
  });
}

async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error("the call was not refused");
  return error;
}

test("a success is its data", async () => {
  expect(await answer(200, { data: { _id: "t1" } })).toEqual({ _id: "t1" });
});

test.each([204, 205])("%i is empty", async (status) => {
  server.use(http.post(address, () => new HttpResponse(null, { status })));
  expect(await unwrap(tip())).toBeUndefined();
});

test.each([
  ["nothing", undefined, "Bad request!"],
  ["a string", "Not today", "Not today"],
  ["a message", { message: "You do not have enough tokens." }, "You do not have enough tokens."],
  [
    "refused fields",
    {
      message: [
        { property: "token", constraints: { range: "Must be between 15 and 50" } },
        { property: "note", constraints: { length: "Too long" } },
      ],
      error: "Unprocessable Entity",
    },
    "Must be between 15 and 50",
  ],
  [
    "fields without texts",
    { message: [{}], error: "Unprocessable Entity" },
    "Unprocessable Entity",
  ],
  ["an empty list", { message: [] }, "Bad request!"],
])("the message of %s", (_, error, text) => {
  expect(messageOf(error)).toBe(text);
});

test("refused fields are known by name", async () => {
  const body = {
    message: [{ property: "token", constraints: { range: "Must be between 15 and 50" } }],
  };
  const error = await refusalOf(answer(422, body));
  expect(error).toMatchObject({ status: 422, fields: { token: "Must be between 15 and 50" } });
});

test("a short balance says how much is missing", async () => {
  const body = { message: "Not enough tokens", error: "insufficient_balance", missing: 12.5 };
  expect(await refusalOf(answer(409, body))).toMatchObject({
    code: "insufficient_balance",
    missing: 12.5,
  });
});

test("too many calls say when to come back", async () => {
  expect(await refusalOf(answer(429, {}, { "Retry-After": "30" }))).toMatchObject({
    retryAfter: 30,
  });
});

test("a refusal says how long to wait", async () => {
  const message = "Too many attempts. Please wait a moment and try again.";
  const hour = await refusalOf(answer(429, { message }, { "Retry-After": "3597" }));
  expect(hour.message).toBe("Too many attempts. Try again in 60 minutes.");
  const soon = await refusalOf(answer(429, { message }, { "Retry-After": "7" }));
  expect(soon.message).toBe("Too many attempts. Try again in 7 seconds.");
});

test("a broken server does not blame the person", async () => {
  const trouble = "The site has a problem of its own. Please try again in a moment.";
  expect((await refusalOf(answer(502, undefined))).message).toBe(trouble);
  expect((await refusalOf(answer(500, { message: "The ledger is closed." }))).message).toBe(
    "The ledger is closed.",
  );
});

test("the 403 of what a page reads by itself throws nobody out", async () => {
  const told = vi.fn();
  onForbidden(told);
  server.use(http.get("*/api/performers/me", () => HttpResponse.json({}, { status: 403 })));
  const error = await refusalOf(unwrap(api.GET("/performers/me", {})));
  expect(error.message).toBe("Forbidden in the action!");
  expect(told).not.toHaveBeenCalled();
});

test("413 has its own text", async () => {
  const error = await refusalOf(answer(413, { message: "no" }));
  expect(error.message).toBe("Request Entity Too Large");
});

test("403 has its own text and tells the app", async () => {
  const told = vi.fn();
  onForbidden(told);
  const error = await refusalOf(answer(403, { message: "no" }));
  expect(error.message).toBe("Forbidden in the action!");
  expect(told).toHaveBeenCalledOnce();
});

test("a silent server is status 0", async () => {
  server.use(http.post(address, () => HttpResponse.error()));
  const error = await refusalOf(unwrap(tip()));
  expect(error.status).toBe(0);
});

test("keys never repeat", () => {
  expect(idempotencyKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(idempotencyKey()).not.toBe(idempotencyKey());
});
