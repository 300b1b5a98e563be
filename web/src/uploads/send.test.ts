import type { UploadOptions } from "tus-js-client";
import type { ApiError } from "@/api/errors";
import { tusSender } from "./send";

/** Stands in for tus-js-client, whose own exchange with the site a test of the whole program proves. */
function fakeTus() {
  const made: Upload[] = [];
  const ended: string[] = [];
  const end: { error?: Error } = {};
  class Upload {
    url: string | null = null;
    started = 0;
    aborted = 0;
    readonly options: UploadOptions;
    constructor(_file: File, options: UploadOptions) {
      this.options = options;
      made.push(this);
    }
    start() {
      this.started++;
    }
    async abort() {
      this.aborted++;
    }
    static async terminate(url: string) {
      ended.push(url);
      if (end.error) throw end.error;
    }
  }
  return { module: { Upload }, made, ended, end };
}

/** An error as the client makes it. */
function refused(status: number, body: string, retryAfter?: string) {
  const response = {
    getStatus: () => status,
    getBody: () => body,
    getHeader: (name: string) => (name === "Retry-After" ? retryAfter : undefined),
  };
  return Object.assign(new Error("tus: unexpected response"), { originalResponse: response });
}

const file = new File(["abc"], "a.mp4");
const settled = () => new Promise((over) => setTimeout(over));

function heard() {
  const failures: ApiError[] = [];
  const addresses: string[] = [];
  return {
    failures,
    addresses,
    on: {
      onAddress: (address: string) => addresses.push(address),
      onProgress: () => {},
      onDone: () => {},
      onFailed: (error: ApiError) => failures.push(error),
    },
  };
}

test("a new file is announced, one that is known is gone on with", async () => {
  const tus = fakeTus();
  const { send } = tusSender(async () => tus.module);
  const { on, addresses } = heard();
  send({ file, purpose: "trailer", address: undefined }, on);
  send({ file, purpose: "video", address: "/api/uploads/7" }, on);
  await settled();
  expect(tus.made.map(({ options }) => [options.endpoint, options.uploadUrl])).toEqual([
    [`${location.origin}/api/uploads`, undefined],
    [undefined, `${location.origin}/api/uploads/7`],
  ]);
  const [first] = tus.made;
  expect(first?.options.metadata).toEqual({ filename: "a.mp4", purpose: "trailer" });
  expect(first?.options.chunkSize).toBe(32 * 1024 * 1024);
  expect(first?.started).toBe(1);
  if (first) first.url = `${location.origin}/api/uploads/8`;
  first?.options.onUploadUrlAvailable?.();
  expect(addresses).toEqual(["/api/uploads/8"]);
});

test("what the site refuses is told in its own words", async () => {
  const tus = fakeTus();
  const { send } = tusSender(async () => tus.module);
  const { on, failures } = heard();
  send({ file, purpose: "video", address: undefined }, on);
  await settled();
  const fail = tus.made[0]?.options.onError;
  fail?.(refused(422, '{"statusCode":422,"message":"This file is empty."}'));
  fail?.(refused(429, '{"statusCode":429,"message":"Too many.","error":"x"}', "9"));
  fail?.(new Error("tus: failed to upload chunk"));
  fail?.(refused(502, "<html>"));
  expect(failures.map(({ status, retryAfter }) => [status, retryAfter])).toEqual([
    [422, undefined],
    [429, 9],
    [0, undefined],
    [502, undefined],
  ]);
  expect(failures[0]?.message).toBe("This file is empty.");
});

test("stopping works before and after the client has come", async () => {
  const tus = fakeTus();
  const { send } = tusSender(async () => tus.module);
  const { on } = heard();
  send({ file, purpose: "video", address: undefined }, on)();
  const stop = send({ file, purpose: "video", address: undefined }, on);
  await settled();
  stop();
  expect(tus.made).toHaveLength(1);
  expect(tus.made[0]?.aborted).toBe(1);
});

test("a client that cannot be fetched is a line that broke, and is asked for again", async () => {
  const tus = fakeTus();
  let tries = 0;
  const { send } = tusSender(async () => {
    if (tries++ === 0) throw new TypeError("Failed to fetch");
    return tus.module;
  });
  const { on, failures } = heard();
  send({ file, purpose: "video", address: undefined }, on);
  await settled();
  expect(failures.map(({ status }) => status)).toEqual([0]);
  send({ file, purpose: "video", address: undefined }, on);
  await settled();
  expect(tus.made).toHaveLength(1);
});

test("removing what is gone already is no failure", async () => {
  const tus = fakeTus();
  const { remove } = tusSender(async () => tus.module);
  tus.end.error = refused(404, "{}");
  await remove("/api/uploads/7");
  tus.end.error = refused(500, "{}");
  await expect(remove("/api/uploads/7")).rejects.toMatchObject({ status: 500 });
  expect(tus.ended).toEqual(Array(2).fill(`${location.origin}/api/uploads/7`));
});
