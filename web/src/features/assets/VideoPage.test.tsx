import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { OwnAsset } from "@/store/own";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { KeptUpload } from "@/uploads/types";
import { answerUploads, keepWithFiles, mediumOfNina, photoOfNina, videoOfNina } from "./testing";
import VideoPage from "./VideoPage";

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

async function open(changes: Partial<OwnAsset> = {}, ...uploads: KeptUpload[]) {
  answerUploads(...uploads);
  const kept = keepWithFiles(videoOfNina(changes));
  return { ...(await show()), ...kept };
}

async function show() {
  const page = await render(<VideoPage />, {
    session: people.nina,
    path: "/account/performer/videos/v1",
    route: "/account/performer/videos/$id",
    pages: ["/account/performer/videos"],
  });
  await screen.findByRole("heading", { name: "At sea" });
  await screen.findByRole("heading", { name: /^Trailer/ });
  return page;
}

const banner = () => within(screen.getByRole("region", { name: "State" }));
const submit = () => screen.getByRole("button", { name: "Submit for review" });

test.each<[string, Partial<OwnAsset>, string, boolean]>([
  ["no file", {}, "Upload the video", false],
  [
    "a file in preparation",
    { media: [mediumOfNina({}, { status: "working", progress: 42 })] },
    "The video is being prepared",
    false,
  ],
  [
    "a file that is no video",
    { media: [mediumOfNina({}, { status: "refused", reason: "This is no video." })] },
    "The video cannot be used",
    false,
  ],
  ["no picture", { media: [mediumOfNina({}, { hasPoster: false })] }, "Add a thumbnail", false],
  [
    "a trailer in preparation",
    {
      media: [
        mediumOfNina(),
        mediumOfNina({ _id: "m2", purpose: "trailer" }, { status: "waiting", progress: 0 }),
      ],
    },
    "The trailer is being prepared",
    false,
  ],
  ["all of it", { media: [mediumOfNina()], photos: [photoOfNina(1)] }, "Video of 12:30", true],
])("with %s it says so, and may be submitted or not", async (_, changes, said, isReady) => {
  await open(changes);
  expect(banner().getByText(said)).toBeTruthy();
  expect(submit()).toHaveProperty("disabled", !isReady);
});

test("how far the preparation is stands at the file; a failure is tried again", async () => {
  const { user, calls, unmount } = await open({
    media: [mediumOfNina({}, { status: "working", progress: 42 })],
  });
  expect(screen.getByText("Preparing 42 %")).toBeTruthy();
  unmount();

  const failed = await open({
    media: [mediumOfNina({}, { status: "failed", reason: "The disk is full.", isRetryable: true })],
  });
  expect(screen.getByText(/The disk is full/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Waits to be prepared")).toBeTruthy();
  expect(failed.calls).toEqual(["retry m1"]);
  expect(calls).toEqual([]);
});

test("a file of another kind is refused in the spec's words, and never sent", async () => {
  const { user } = await open();
  const input = screen.getByLabelText(/^Add the video/);
  await waitFor(() => expect(input.getAttribute("accept")).toBe(".mp4"));
  input.removeAttribute("accept");
  await user.upload(input, new File(["x"], "me.gif"));
  expect(await screen.findByText("You can only upload mp4 file!")).toBeTruthy();
  expect(screen.queryByRole("list", { name: "Uploads" })).toBeNull();
});

test("replacing a video on sale says what becomes of it first", async () => {
  const { user } = await open({
    status: "active",
    media: [mediumOfNina({ isApproved: true, isDeclared: true })],
  });
  await waitFor(() =>
    expect(screen.getByLabelText(/^Replace the video/).getAttribute("accept")).toBe(".mp4"),
  );
  await user.upload(screen.getByLabelText(/^Replace the video/), new File(["x"], "new.mp4"));
  const question = within(await screen.findByRole("dialog", { name: "Replace the video?" }));
  expect(question.getByText(/reviewed first/)).toBeTruthy();
  expect(question.getByText(/keeps the old one until the new one is approved/)).toBeTruthy();
});

const upload: KeptUpload = {
  _id: "u1",
  purpose: "video",
  name: "sea.mp4",
  length: 3,
  received: 2,
  finished: false,
  createdAt: "2026-11-02T12:00:00Z",
  expiresAt: "2026-11-03T12:00:00Z",
};

test("after a reload its upload asks for the file again, and another video's does not", async () => {
  localStorage.setItem("upload-for:u1", "v1");
  localStorage.setItem("upload-for:u2", "another");
  await open({}, upload, { ...upload, _id: "u2", name: "other.mp4" });
  expect(await screen.findByLabelText("Choose sea.mp4 again")).toBeTruthy();
  expect(screen.queryByLabelText("Choose other.mp4 again")).toBeNull();
});

test("what had arrived before a reload becomes the video by itself", async () => {
  localStorage.setItem("upload-for:u1", "v1");
  const { calls } = await open({}, { ...upload, received: 3, finished: true });
  await waitFor(() => expect(calls).toEqual([{ videoUploadId: "u1" }]));
  await waitFor(() => expect(localStorage.getItem("upload-for:u1")).toBeNull());
});

test("what arrived before a reload and is refused says why, and the next is taken", async () => {
  localStorage.setItem("upload-for:u1", "v1");
  localStorage.setItem("upload-for:u2", "v1");
  const arrived = { ...upload, received: 3, finished: true };
  answerUploads(arrived, { ...arrived, _id: "u2", name: "calm.mp4" });
  keepWithFiles(videoOfNina());
  const tried: unknown[] = [];
  server.use(
    http.put("*/performer-assets/videos/v1", async ({ request }) => {
      const id = (await request.formData()).get("videoUploadId");
      tried.push(id);
      return HttpResponse.json({ statusCode: 422, message: `No video: ${id}` }, { status: 422 });
    }),
  );
  const { user } = await show();
  expect(await screen.findByText("No video: u1")).toBeTruthy();
  expect(await screen.findByText("No video: u2")).toBeTruthy();
  expect(tried).toEqual(["u1", "u2"]);
  const first = screen.getAllByRole("button", { name: "Try again" })[0];
  if (first) await user.click(first);
  await waitFor(() => expect(tried).toEqual(["u1", "u2", "u1"]));
});

test("what was uploaded on another device is used when its person says so", async () => {
  const { user, calls } = await open({}, { ...upload, received: 3, finished: true });
  await user.click(await screen.findByRole("button", { name: "Use as video" }));
  await waitFor(() => expect(calls).toEqual([{ videoUploadId: "u1" }]));
});

test("what was uploaded on another device is removed when its person says so", async () => {
  const { user, calls } = await open({}, { ...upload, received: 3, finished: true });
  const removed: string[] = [];
  server.use(
    http.delete("*/api/uploads/:id", ({ params }) => {
      removed.push(String(params.id));
      answerUploads();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  expect(removed).toEqual([]);
  const question = within(await screen.findByRole("dialog", { name: "Discard sea.mp4?" }));
  await user.click(question.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByText("sea.mp4")).toBeNull());
  expect(removed).toEqual(["u1"]);
  expect(calls).toEqual([]);
});

test("the details are sent as a form", async () => {
  const { user, calls } = await open({ categoryIds: ["c1"], tags: [] });
  await user.clear(screen.getByLabelText(/^Title/));
  await user.type(screen.getByLabelText(/^Title/), "By night");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(calls).toEqual([
    { title: "By night", description: "Sun and salt.", price: "25", categoryIds: "c1" },
  ]);
});
