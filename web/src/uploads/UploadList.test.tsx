import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Send } from "./send";
import type { KeptUpload, QueuedUpload } from "./types";
import { statusOf, UploadList } from "./UploadList";
import { useUploads } from "./useUploads";

const line = vi.hoisted((): { send: Send; removed: string[] } => ({
  send: () => () => {},
  removed: [],
}));
vi.mock("./send", () => ({
  tusSender: () => ({
    send: ((...order) => line.send(...order)) satisfies Send,
    remove: async (address: string) => void line.removed.push(address),
  }),
}));

afterEach(() => localStorage.clear());

const left: KeptUpload = {
  _id: "u1",
  purpose: "video",
  name: "a day at sea.mp4",
  length: 3,
  received: 2,
  finished: false,
  createdAt: "2026-11-02T12:00:00Z",
  expiresAt: "2026-11-03T12:00:00Z",
};
const allowed = { maxMB: 4096, accepted: ["mp4"] };

function mine(...data: KeptUpload[]) {
  server.use(
    http.get("*/api/uploads", () =>
      HttpResponse.json({
        data: {
          data,
          total: data.length,
          allowed: { video: allowed, trailer: allowed, digitalFile: allowed },
        },
      }),
    ),
  );
}

test("an upload from before asks for its file, and for no other", async () => {
  mine(left, { ...left, _id: "u2", finished: true }, { ...left, _id: "u3", purpose: "trailer" });
  const { user } = await render(<UploadList purpose="video" />, { session: people.nina });
  expect(await screen.findByText(/2 .* are here|are here\. Choose the file/)).toBeTruthy();
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  await user.upload(
    screen.getByLabelText("Choose a day at sea.mp4 again"),
    new File(["abcd"], "a day at sea.mp4"),
  );
  expect(screen.getByText(/This is another file/)).toBeTruthy();
});

function Desk({ isKept }: { isKept?: () => boolean }) {
  const { add } = useUploads();
  const file = new File(["abcdef"], "at sea.mp4");
  return (
    <>
      <button type="button" onClick={() => add([file], "video")}>
        Send
      </button>
      <UploadList purpose="video" {...(isKept && { isKept })} />
    </>
  );
}

test("what is half here already is deleted after a question only", async () => {
  mine();
  line.send = (_, heard) => {
    heard.onAddress("/api/uploads/u1");
    heard.onProgress(3);
    return () => {};
  };
  const { user } = await render(<Desk />, { session: people.nina });
  await user.click(await screen.findByRole("button", { name: "Send" }));
  const cancel = async (answer: string) => {
    await user.click(await screen.findByRole("button", { name: "Cancel at sea.mp4" }));
    await screen.findByText("1 KB of it are here already, and are deleted.");
    await user.click(screen.getByRole("button", { name: answer }));
  };
  await cancel("Cancel");
  expect(line.removed).toEqual([]);
  expect(screen.getByText(/^1 KB of 1 KB/)).toBeTruthy();
  await cancel("Cancel the upload");
  await vi.waitFor(() => expect(line.removed).toEqual(["/api/uploads/u1"]));
  expect(screen.queryByText(/^1 KB of 1 KB/)).toBeNull();
});

test("what has arrived behind the question is not cancelled, and the answer says so", async () => {
  mine();
  let arrive = () => {};
  line.removed.length = 0;
  line.send = (_, heard) => {
    heard.onAddress("/api/uploads/u1");
    heard.onProgress(5);
    arrive = heard.onDone;
    return () => {};
  };
  const { user } = await render(<Desk />, { session: { ...people.nina, _id: "behind" } });
  await user.click(await screen.findByRole("button", { name: "Send" }));
  await user.click(await screen.findByRole("button", { name: "Cancel at sea.mp4" }));
  act(arrive);
  await user.click(screen.getByRole("button", { name: "Cancel the upload" }));
  expect(await screen.findByText(/has arrived meanwhile/)).toBeTruthy();
  expect(screen.getByText("1 KB · uploaded")).toBeTruthy();
  expect(line.removed).toEqual([]);
});

test("what is taken for its page just now can neither be cancelled nor hidden", async () => {
  mine();
  line.send = (_, heard) => {
    heard.onDone();
    return () => {};
  };
  const session = { ...people.nina, _id: "taken" };
  const { user } = await render(<Desk isKept={() => true} />, { session });
  await user.click(await screen.findByRole("button", { name: "Send" }));
  expect(await screen.findByText("1 KB · uploaded")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /(Hide|Cancel) at sea.mp4/ })).toBeNull();
});

test("a list that does not come says so", async () => {
  server.use(
    http.get("*/api/uploads", () =>
      HttpResponse.json({ statusCode: 503, message: "Under construction." }, { status: 503 }),
    ),
  );
  await render(<UploadList purpose="video" />, { session: people.nina });
  expect(await screen.findByText("Under construction.")).toBeTruthy();
});

test("each state has its words", () => {
  const base: QueuedUpload = {
    key: "1",
    name: "a.mp4",
    size: 2_000_000,
    purpose: "video",
    state: "sending",
    sent: 1_000_000,
    remaining: 65_000,
    problem: undefined,
    uploadId: "u1",
  };
  expect(statusOf(base)).toBe("1.0 MB of 2.0 MB · 1:05 left");
  expect(statusOf({ ...base, remaining: undefined })).toBe("1.0 MB of 2.0 MB");
  expect(statusOf({ ...base, state: "waiting" })).toBe("Waits for its turn · 2.0 MB");
  expect(statusOf({ ...base, state: "interrupted" })).toContain("trying again");
  expect(statusOf({ ...base, state: "paused" })).toContain("paused");
  expect(statusOf({ ...base, state: "failed" })).toContain("stopped");
  expect(statusOf({ ...base, state: "done" })).toBe("2.0 MB · uploaded");
});
