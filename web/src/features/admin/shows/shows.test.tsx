import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { StagedShow } from "./api";
import ShowsPage from "./ShowsPage";

const show: StagedShow = {
  _id: "s1",
  type: "private",
  status: "live",
  title: "",
  performer: { _id: "nina", username: "nina", name: "Nina Vale", avatar: "" },
  openedAt: new Date().toISOString(),
  viewers: 0,
  members: 1,
  peekers: 2,
};

async function open(list: StagedShow[]) {
  const reasons: (string | null)[] = [];
  server.use(
    http.get("*/api/admin/shows", () =>
      HttpResponse.json({ data: { data: list, total: list.length } }),
    ),
    http.get("*/api/admin/shows/s1/picture", ({ request }) => {
      reasons.push(new URL(request.url).searchParams.get("reason"));
      return new HttpResponse(new Uint8Array([255, 216]), {
        headers: { "Content-Type": "image/jpeg" },
      });
    }),
  );
  const page = await render(<ShowsPage />, { session: people.ada, path: "/admin/shows" });
  return { ...page, reasons };
}

test("a look needs a reason, is asked for once, and another one anew", async () => {
  const { user, reasons } = await open([show]);
  expect(await screen.findByText("1 member, 2 people look in")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Look" }));
  expect(screen.getByText(/shown blurred, to you too/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show the picture" }));
  expect(reasons).toEqual([]);
  await user.type(screen.getByLabelText(/Why do you look at it/), "A report came");
  await user.click(screen.getByRole("button", { name: "Show the picture" }));
  expect(await screen.findByAltText("What nina shows now")).toBeTruthy();
  expect(reasons).toEqual(["A report came"]);
  await user.click(screen.getByRole("button", { name: "Take another" }));
  await waitFor(() => expect(reasons).toHaveLength(2));
});

test("with nothing on stage that is said", async () => {
  await open([]);
  expect(await screen.findByText("Nothing is on stage now")).toBeTruthy();
});
