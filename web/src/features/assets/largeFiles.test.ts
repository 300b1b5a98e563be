import { QueryClient } from "@tanstack/react-query";
import { HttpResponse, http } from "msw";
import { server } from "@/testing/server";
import { createQueue } from "@/uploads/queue";
import { rememberedUploads } from "@/uploads/remembered";
import type { Send } from "@/uploads/send";
import { deliverAgain, deliveries, sendFor, targetOf } from "./largeFiles";
import { assetsPath, videoOfNina } from "./testing";

afterEach(() => localStorage.clear());

/** A queue whose sending the test ends, and a site that answers each delivery as told. */
function begin(answer: () => Response) {
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

const taken = () => HttpResponse.json({ data: videoOfNina() });

test("whose an upload is stays known after a reload, until it has become part of its asset", async () => {
  const { queue, delivered, arrive } = begin(taken);
  expect(targetOf("u1")).toBe("v1");
  expect(delivered).toEqual([]);
  arrive();
  await vi.waitFor(() => expect(queue.store.getState()).toEqual([]));
  expect(delivered).toEqual([{ videoUploadId: "u1" }]);
  expect(targetOf("u1")).toBeUndefined();
  expect(deliveries.getState()).toEqual({});
});

test("what the site could not take says why, and is tried again by hand only", async () => {
  let isDown = true;
  const message = "Please try again in a moment.";
  const { queue, queries, delivered, key, arrive } = begin(() =>
    isDown ? HttpResponse.json({ statusCode: 503, message }, { status: 503 }) : taken(),
  );
  arrive();
  await vi.waitFor(() =>
    expect(deliveries.getState()[key()]).toMatchObject({ problem: message, isRetryable: true }),
  );
  isDown = false;
  expect(delivered).toHaveLength(1);
  deliverAgain(queue, key(), queries);
  await vi.waitFor(() => expect(queue.store.getState()).toEqual([]));
  expect(delivered).toHaveLength(2);
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
