import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { OwnPhoto } from "@/store/own";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import AssetReviewsPage from "./AssetReviewsPage";
import type { Submission } from "./api";

function photo(n: number, isApproved = false): OwnPhoto {
  const address = `/files/photos/p${n}/card.webp`;
  return {
    _id: `p${n}`,
    galleryId: "g1",
    name: `beach-${n}.jpg`,
    size: 1_200_000,
    width: 3000,
    height: 4000,
    blurhash: "",
    colour: "#8a5a44",
    blurred: address,
    urls: { card: address, page: address, full: address },
    position: n,
    isCover: n === 1,
    isApproved,
    isDeclared: true,
    createdAt: "2026-11-02T20:00:00Z",
  };
}

function submission(id: string, title: string, changes: Partial<Submission> = {}): Submission {
  const photos = changes.photos ?? [photo(1), photo(2)];
  return {
    _id: id,
    type: "gallery",
    performer: { _id: "nina", username: "nina", name: "Nina Vale", avatar: "" },
    approvals: 2,
    title,
    media: [],
    description: "Sun and salt.",
    price: 25,
    tags: ["beach"],
    declared: { onlyMe: true, others: [], confirmedAt: "2026-11-02T21:00:00Z" },
    coverId: "p1",
    photos,
    numNew: photos.filter(({ isApproved }) => !isApproved).length,
    submittedAt: "2026-11-02T21:00:00Z",
    version: 3,
    ...changes,
  };
}

/** A queue that others see, too: what is decided leaves it. */
async function open(first: Submission[]) {
  const office = { queue: first };
  const decided: unknown[] = [];
  server.use(
    http.get("*/api/admin/asset-reviews", () =>
      HttpResponse.json({ data: { data: office.queue, total: office.queue.length } }),
    ),
    http.post<{ id: string; verdict: string }, { version: number; reason?: string }>(
      "*/api/admin/asset-reviews/:id/:verdict",
      async ({ request, params: { id, verdict } }) => {
        const { version, reason } = await request.json();
        const found = office.queue.find((one) => one._id === id);
        if (found?.version !== version) {
          const message = "This gallery has changed, or was decided already.";
          return HttpResponse.json(
            { statusCode: 409, message, error: "changed_elsewhere" },
            { status: 409 },
          );
        }
        decided.push([verdict, id, version, reason]);
        office.queue = office.queue.filter((one) => one !== found);
        const status = verdict === "approve" ? "active" : "rejected";
        return HttpResponse.json({ data: { _id: id, status } });
      },
    ),
  );
  const page = await render(<AssetReviewsPage />, {
    session: people.ada,
    path: "/admin/asset-reviews",
    pages: ["/admin/finance/people/$id"],
  });
  return { ...page, office, decided };
}

const two = () => [submission("g1", "At the beach"), submission("g2", "In the city")];
const shows = (title: string) => screen.findByRole("heading", { name: title });

test("the longest waiting is shown with what is new in it and what was declared", async () => {
  const others = ["Mia Rook", "Leo Hart"];
  await open([
    submission("g1", "At the beach", {
      photos: [photo(3), photo(1, true), photo(2, true)],
      wasTitle: "Beach",
      declared: { onlyMe: false, others, confirmedAt: "2026-11-02T21:00:00Z" },
    }),
  ]);
  expect(await shows("At the beach")).toBeTruthy();
  expect(screen.getByText("1 new photo of 3")).toBeTruthy();
  expect(screen.getByText("New title; it was “Beach”")).toBeTruthy();
  expect(screen.getByText("To be seen, too: Mia Rook, Leo Hart")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Photo 1, new, looked at" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Photo 2, approved before, the cover" })).toBeTruthy();
});

test("after a decision by keys the next one follows", async () => {
  const { user, decided } = await open(two());
  await shows("At the beach");
  await user.keyboard("{ArrowRight}a");
  expect(await screen.findByText("“At the beach” is on sale.")).toBeTruthy();
  expect(await shows("In the city")).toBeTruthy();
  expect(decided).toEqual([["approve", "g1", 3, undefined]]);
  await user.keyboard("{ArrowRight}a");
  expect(await screen.findByText("Nothing waits")).toBeTruthy();
});

test("who has not looked at everything new is asked before it is approved", async () => {
  const { user, decided } = await open(two());
  await shows("At the beach");
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const question = within(await screen.findByRole("dialog"));
  expect(question.getByText("You have not looked at 1 of the new photos.")).toBeTruthy();
  await user.keyboard("a"); // no key acts under a question
  expect(decided).toEqual([]);
  await user.click(question.getByRole("button", { name: "Approve all the same" }));
  await waitFor(() => expect(decided).toHaveLength(1));
});

test("a rejection wants a reason", async () => {
  const { user, decided } = await open(two());
  await shows("At the beach");
  await user.keyboard("r");
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Reject" }));
  expect(await dialog.findByText("This field is required!")).toBeTruthy();
  await user.type(dialog.getByLabelText(/^Reason/), "Too dark, all of it.");
  await user.click(dialog.getByRole("button", { name: "Reject" }));
  expect(await screen.findByText("“At the beach” is rejected.")).toBeTruthy();
  expect(decided).toEqual([["reject", "g1", 3, "Too dark, all of it."]]);
  expect(await shows("In the city")).toBeTruthy();
});

test("J and K go through the queue, and are off when they are switched off", async () => {
  const { user } = await open(two());
  await shows("At the beach");
  await user.keyboard("j");
  expect(await shows("In the city")).toBeTruthy();
  await user.keyboard("k");
  expect(await shows("At the beach")).toBeTruthy();
  await user.click(screen.getByRole("switch", { name: /^Keys/ }));
  await user.keyboard("j");
  expect(screen.getByRole("heading", { name: "At the beach" })).toBeTruthy();
});

test("another admin was faster: it says so, and the next one follows", async () => {
  const { user, office, decided } = await open(two());
  await shows("At the beach");
  office.queue = office.queue.slice(1);
  await user.keyboard("{ArrowRight}a");
  expect(await screen.findByText(/“At the beach”: This gallery has changed/)).toBeTruthy();
  expect(await shows("In the city")).toBeTruthy();
  expect(decided).toEqual([]);
});

test("what its owner changed meanwhile is looked at again", async () => {
  const { user, office, decided, queries } = await open(two());
  await shows("At the beach");
  office.queue = [submission("g1", "At the beach, later", { version: 4 })];
  await queries.invalidateQueries();
  expect(await screen.findByText(/was changed by its owner while you looked/)).toBeTruthy();
  expect(await shows("At the beach, later")).toBeTruthy();
  await user.keyboard("{ArrowRight}a");
  await waitFor(() => expect(decided).toEqual([["approve", "g1", 4, undefined]]));
});

test("what cannot be loaded can be asked for again", async () => {
  server.use(http.get("*/api/admin/asset-reviews", () => new HttpResponse(null, { status: 500 })));
  await render(<AssetReviewsPage />, { session: people.ada, path: "/admin/asset-reviews" });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});
