import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Job } from "./api";
import TranscodingPage from "./TranscodingPage";

const scene = { session: people.ada, path: paths.admin.transcoding() };

const failed: Job = {
  _id: "m1",
  performer: { _id: "nina", username: "nina" },
  purpose: "video",
  name: "evening.mp4",
  status: "failed",
  progress: 40,
  reason: "Something went wrong here.",
  detail: "ffmpeg: signal: killed",
  retryable: true,
  tries: 3,
  renditions: [240],
  durationMs: 65_000,
  createdAt: "2026-11-02T12:00:00Z",
};

test("a failed video says why to staff too, and is tried again", async () => {
  const [seen, tried]: [string[], string[]] = [[], []];
  server.use(
    http.get("*/api/admin/transcoding", ({ request }) => {
      seen.push(new URL(request.url).search);
      return HttpResponse.json({
        data: {
          data: [failed, { ...failed, _id: "m2", status: "working", retryable: false }],
          total: 2,
        },
      });
    }),
    http.post("*/api/admin/transcoding/m1/retry", () => {
      tried.push("m1");
      return HttpResponse.json({ data: { ...failed, status: "waiting" } });
    }),
  );
  const { user } = await render(<TranscodingPage />, scene);
  const [row, under] = (await screen.findAllByRole("row", { name: /evening/ })).map((one) =>
    within(one),
  );
  expect(row?.getByText("ffmpeg: signal: killed")).toBeTruthy();
  expect(row?.queryByRole("progressbar")).toBeNull();
  expect(under?.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("40");
  await user.click(screen.getByRole("button", { name: "Try “evening.mp4” again" }));
  expect(await screen.findByText("“evening.mp4” is tried again.")).toBeTruthy();
  expect(tried).toEqual(["m1"]);
  await user.selectOptions(screen.getByLabelText("State"), "failed");
  await waitFor(() => expect(seen.at(-1)).toContain("status=failed"));
});

test("no video yet, and a list that fails, say so", async () => {
  server.use(
    http.get("*/api/admin/transcoding", () => HttpResponse.json({ data: { data: [], total: 0 } })),
  );
  const { unmount } = await render(<TranscodingPage />, scene);
  expect(await screen.findByText("No video was uploaded yet")).toBeTruthy();
  unmount();
  server.use(http.get("*/api/admin/transcoding", () => new HttpResponse(null, { status: 500 })));
  await render(<TranscodingPage />, scene);
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});
