import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { VideoPlayerProps } from "@/player/types";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import AssetReviewsPage from "./AssetReviewsPage";
import type { Submission } from "./api";

const player = vi.hoisted(() => ({ shown: new Map<string, VideoPlayerProps>() }));

vi.mock("@/player/VideoPlayer", () => ({
  VideoPlayer(props: VideoPlayerProps) {
    player.shown.set(props.part, props);
    return <button type="button" aria-label={`${props.part} of ${props.assetId}`} />;
  },
}));

type Medium = Submission["media"][number];

function medium(purpose: Medium["purpose"], changes: Partial<Medium> = {}): Medium {
  return {
    _id: purpose,
    purpose,
    name: `${purpose}.mp4`,
    size: 5_000_000,
    isApproved: false,
    isDeclared: true,
    createdAt: "2026-11-02T20:00:00Z",
    ...(purpose !== "digitalFile" && {
      state: {
        status: "done",
        progress: 100,
        isRetryable: false,
        durationMs: 65_000,
        width: 1280,
        height: 720,
        hasSound: true,
        hasPoster: true,
        renditions: [720],
      },
    }),
    ...changes,
  };
}

function submission(changes: Partial<Submission>): Submission {
  const media = changes.media ?? [];
  return {
    _id: "v1",
    type: "video",
    performer: { _id: "nina", username: "nina", name: "Nina Vale", avatar: "" },
    approvals: 0,
    title: "Evening",
    description: "",
    price: 25,
    tags: [],
    declared: { onlyMe: true, others: [], confirmedAt: "2026-11-02T21:00:00Z" },
    coverId: "",
    photos: [],
    media,
    numNew: media.length,
    submittedAt: "2026-11-02T21:00:00Z",
    version: 3,
    ...changes,
  };
}

/** The queue's page with these, and what was decided about. */
async function open(...queue: Submission[]) {
  player.shown.clear();
  const decided: string[] = [];
  server.use(
    http.get("*/api/admin/asset-reviews", () =>
      HttpResponse.json({ data: { data: queue, total: queue.length } }),
    ),
    http.post("*/api/admin/asset-reviews/:id/:verdict", ({ params: { id, verdict } }) => {
      decided.push(`${verdict} ${id}`);
      return HttpResponse.json({ data: { _id: id, status: "active" } });
    }),
  );
  const page = await render(<AssetReviewsPage />, {
    session: people.ada,
    path: "/admin/asset-reviews",
  });
  return { ...page, decided };
}

const watched = () => screen.findByRole("button", { name: "video of v1" });

test("a video is asked about until it and its trailer were played", async () => {
  const both = submission({ media: [medium("video"), medium("trailer")] });
  const { user, decided } = await open(both);
  await watched();
  expect(screen.getByText("Not looked at yet: the video and the trailer")).toBeTruthy();
  act(() => player.shown.get("video")?.onPlay?.());
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const question = within(await screen.findByRole("dialog"));
  expect(question.getByText("You have not looked at the trailer.")).toBeTruthy();
  await user.click(question.getByRole("button", { name: "Cancel" }));
  act(() => player.shown.get("trailer")?.onPlay?.());
  await user.click(screen.getByRole("button", { name: "Approve" }));
  expect(await screen.findByText("“Evening” is on sale.")).toBeTruthy();
  expect(decided).toEqual(["approve v1"]);
});

test("of a replaced video the one that waits is shown, and what was approved is not asked about", async () => {
  const media = [
    medium("video", { _id: "new" }),
    medium("video", { _id: "old", isApproved: true }),
    medium("trailer", { isApproved: true }),
  ];
  await open(submission({ media, numNew: 1 }));
  await watched();
  expect(screen.getAllByRole("button", { name: /of v1$/ })).toHaveLength(2);
  expect(screen.getByText("Not looked at yet: the video")).toBeTruthy();
  expect(screen.getByText("New video")).toBeTruthy();
});

test("what cannot be played says why", async () => {
  const { state } = medium("video");
  if (state === undefined) throw new Error("a video has a state");
  const broken = { ...state, status: "refused" as const, reason: "This is not a video." };
  const working = { ...state, status: "working" as const, progress: 40 };
  const media = [medium("video", { state: broken }), medium("trailer", { state: working })];
  await open(submission({ media }));
  expect(await screen.findByText("This is not a video.")).toBeTruthy();
  expect(screen.getByText("It is being made playable: 40 %")).toBeTruthy();
});

test("the queue's keys are its own, but not while the player has the focus", async () => {
  const first = submission({ media: [medium("video")] });
  const { user, router } = await open(first, submission({ _id: "p1", title: "Scarf" }));
  const video = await watched();
  video.focus();
  await user.keyboard("j");
  expect(router.state.location.searchStr).toBe("");
  await user.keyboard("r");
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  video.blur();
  await user.keyboard("j");
  expect(await screen.findByRole("heading", { name: "Scarf" })).toBeTruthy();
});

test("a product shows its kind, stock and file", async () => {
  const product = { type: "physical", isTypeFixed: false, stock: 12 } as const;
  const { unmount } = await open(submission({ type: "product", product }));
  expect(await screen.findByText("Sent by mail")).toBeTruthy();
  expect(screen.getByText("12")).toBeTruthy();
  unmount();
  const file = medium("digitalFile", { name: "pack.zip" });
  await open(
    submission({
      type: "product",
      product: { type: "digital", isTypeFixed: false },
      media: [file],
    }),
  );
  expect(await screen.findByText("pack.zip")).toBeTruthy();
  expect(screen.getByText("5.0 MB, what buyers download")).toBeTruthy();
});
