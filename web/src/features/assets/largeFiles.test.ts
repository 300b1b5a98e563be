import { QueryClient } from "@tanstack/react-query";
import { HttpResponse, http } from "msw";
import { ApiError } from "@/api/errors";
import { server } from "@/testing/server";
import { toast } from "@/ui/toast";
import { myUploads } from "@/uploads/api";
import { createQueue } from "@/uploads/queue";
import { rememberedUploads, uploadTargets } from "@/uploads/remembered";
import type { Send } from "@/uploads/send";
import { put } from "./api";
import { attachAgain, attachments, failureOf, giveUp, isRefused, sendFor } from "./largeFiles";
import { assetsPath, videoOfNina } from "./testing";

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

/** A queue whose sending the test ends, and a site that answers each attachment as told. */
function begin(answer: () => Response | Promise<Response>) {
  const delivered: unknown[] = [];
  server.use(
    http.put(`${assetsPath}/videos/v1`, async ({ request }) => {
      delivered.push(Object.fromEntries(await request.formData()));
      return answer();
    }),
  );
  let arrive = () => {};
  const send: Send = (_, heard) => {
    heard.onAddress("/api/uploads/u1");
    arrive = heard.onDone;
    return () => {};
  };
  const remembered = rememberedUploads("nina");
  const queue = createQueue({ send, remove: async () => {}, remembered });
  const queries = new QueryClient();
  sendFor(queue, {
    target: videoOfNina(),
    purpose: "video",
    file: new File(["abc"], "sea.mp4"),
    queries,
  });
  const key = () => queue.store.getState()[0]?.key ?? "";
  return { queue, queries, delivered, key, arrive: () => arrive() };
}

/** What the page knows of the uploads: the one that has arrived. */
function keepUpload(queries: QueryClient) {
  const allowed = { maxMB: 1, accepted: ["mp4"] };
  const one = {
    _id: "u1",
    purpose: "video" as const,
    name: "sea.mp4",
    length: 3,
    received: 3,
    finished: true,
    createdAt: "2026-11-02T12:00:00Z",
    expiresAt: "2026-11-03T12:00:00Z",
  };
  const page = {
    data: [one],
    total: 1,
    allowed: { video: allowed, trailer: allowed, digitalFile: allowed },
  };
  queries.setQueryData(myUploads().queryKey, page);
  return page;
}

const taken = () => HttpResponse.json({ data: videoOfNina() });

test("whose an upload is stays known after a reload, until it has become part of its asset", async () => {
  const { queue, delivered, arrive } = begin(taken);
  expect(uploadTargets.find("u1")).toBe("v1");
  expect(delivered).toEqual([]);
  arrive();
  await vi.waitFor(() => expect(queue.store.getState()).toEqual([]));
  expect(delivered).toEqual([{ videoUploadId: "u1" }]);
  expect(uploadTargets.find("u1")).toBeUndefined();
  expect(attachments.getState()).toEqual({});
});

test("what the site could not take says why, and is tried again by hand only", async () => {
  let isDown = true;
  const message = "Please try again in a moment.";
  const { queue, queries, delivered, key, arrive } = begin(() =>
    isDown ? HttpResponse.json({ statusCode: 503, message }, { status: 503 }) : taken(),
  );
  arrive();
  await vi.waitFor(() =>
    expect(attachments.getState()[key()]).toMatchObject({ problem: message, isRetryable: true }),
  );
  isDown = false;
  expect(delivered).toHaveLength(1);
  attachAgain(queue, key(), queries);
  await vi.waitFor(() => expect(queue.store.getState()).toEqual([]));
  expect(delivered).toHaveLength(2);
});

test("of a lost answer nobody says that the file was not taken, and another try finds it there", async () => {
  let isLost = true;
  const { queue, queries, delivered, key, arrive } = begin(() =>
    isLost ? HttpResponse.error() : taken(),
  );
  const said = vi.spyOn(toast, "error");
  arrive();
  await vi.waitFor(() => expect(said).toHaveBeenCalledOnce());
  expect(said.mock.calls[0]?.[0]).toMatch(/^“At sea”: Whether sea.mp4 was taken is not known\. /);
  isLost = false;
  attachAgain(queue, key(), queries);
  await vi.waitFor(() => expect(queue.store.getState()).toEqual([]));
  expect(delivered).toEqual([{ videoUploadId: "u1" }, { videoUploadId: "u1" }]);
});

test("a refusal that comes when the queue is closed keeps no asset busy", async () => {
  let refuse = () => {};
  const isRefused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  const { queue, delivered, arrive } = begin(async () => {
    await isRefused;
    return HttpResponse.json({ statusCode: 503, message: "Not now." }, { status: 503 });
  });
  arrive();
  await vi.waitFor(() => expect(delivered).toHaveLength(1));
  queue.close();
  refuse();
  // What is asked later is answered later.
  await expect(put("video", "v1", { videoUploadId: "u1" })).rejects.toThrow("Not now.");
  expect(attachments.getState()).toEqual({});
});

test.each([
  [0, false],
  [403, false],
  [404, false],
  [409, false],
  [413, true],
  [415, true],
  [422, true],
  [503, false],
])("a refusal with %i blames the file: %s", (status, isUnfit) => {
  expect(failureOf(new ApiError(status, "No."))).toMatchObject({ isUnfit });
});

test("what the site refuses is no longer on its way, and is forgotten once it is given up", async () => {
  const message = "This file is not what its name says.";
  const { queue, queries, delivered, key, arrive } = begin(() =>
    HttpResponse.json({ statusCode: 422, message }, { status: 422 }),
  );
  const refused = () => Object.values(attachments.getState()).map(isRefused);
  expect(refused()).toEqual([false]);
  arrive();
  await vi.waitFor(() => expect(refused()).toEqual([true]));
  expect(attachments.getState()[key()]).toMatchObject({ problem: message });

  const { queryKey } = myUploads();
  const known = keepUpload(queries);
  let waiting = 0;
  server.use(
    http.delete("*/api/uploads/u1", () => {
      waiting = queue.store.getState().length; // nothing else takes it while it is removed
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await giveUp(queue, key(), queries);
  expect(waiting).toBe(1);
  expect(queue.store.getState()).toEqual([]);
  expect(queries.getQueryData(queryKey)).toEqual({ ...known, data: [] });
  expect(uploadTargets.find("u1")).toBeUndefined();
  expect(delivered).toHaveLength(1);
});

test("what the site could not remove stays to be given up again", async () => {
  const refusal = { statusCode: 422, message: "This file is not what its name says." };
  const { queue, queries, key, arrive } = begin(() => HttpResponse.json(refusal, { status: 422 }));
  arrive();
  await vi.waitFor(() => expect(attachments.getState()[key()]?.problem).toBeDefined());
  server.use(
    http.delete("*/api/uploads/u1", () =>
      HttpResponse.json({ statusCode: 400, message: "Not now." }, { status: 400 }),
    ),
  );
  await expect(giveUp(queue, key(), queries)).rejects.toThrow("Not now.");
  expect(attachments.getState()[key()]).toMatchObject({ problem: refusal.message });
});

test("closing the tab is asked about as long as bytes are on their way, and only then", async () => {
  const asks = () => {
    const leaving = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(leaving);
    return leaving.defaultPrevented;
  };
  const { queue, arrive } = begin(taken);
  expect(asks()).toBe(true);
  arrive();
  await vi.waitFor(() => expect(queue.store.getState()).toEqual([]));
  expect(asks()).toBe(false);
});
