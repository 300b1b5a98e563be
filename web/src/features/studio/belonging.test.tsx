import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { incomes } from "@/money/kinds";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import BelongingPage from "./BelongingPage";

const stella = { _id: "s", username: "stella", name: "Stella", avatar: "", role: "studio" };
const rates = Object.fromEntries(incomes.map((kind) => [kind.id, 60]));
const answer = (data: unknown) => HttpResponse.json({ data });

function serve(belonging: object, invitations: object[] = []) {
  server.use(
    http.get("*/api/performers/studio", () => answer(belonging)),
    http.get("*/api/performers/studio/invitations", () =>
      answer({ data: invitations, total: invitations.length }),
    ),
  );
}

test("a performer asks to leave her studio, with a reason", async () => {
  serve({ studio: stella, status: "active", joinedAt: "2026-11-02T12:00:00Z" });
  let sent: unknown;
  server.use(
    http.post("*/api/performers/studio/leave", async ({ request }) => {
      sent = await request.json();
      return answer({ _id: "p", state: "open", askedBy: "performer" });
    }),
  );
  const { user } = await render(<BelongingPage />, { session: people.nina });
  await user.click(await screen.findByRole("button", { name: "Leave studio" }));
  const dialog = await screen.findByRole("dialog", { name: "Leave stella?" });
  await user.type(within(dialog).getByLabelText(/^Reason/), "I move");
  await user.click(within(dialog).getByRole("button", { name: "Ask to leave" }));
  await vi.waitFor(() => expect(sent).toEqual({ reason: "I move" }));
});

test.each([
  ["performer", "Stay after all"],
  ["studio", "Agree and leave"],
])("what the %s has asked for waits for a word", async (askedBy, button) => {
  serve({
    studio: stella,
    status: "active",
    joinedAt: "2026-11-02T12:00:00Z",
    parting: { _id: "p", state: "open", askedBy, dueAt: "2026-11-16T12:00:00Z" },
  });
  await render(<BelongingPage />, { session: people.nina });
  expect(await screen.findByRole("button", { name: button })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Leave studio" })).toBeNull();
});

test("an invitation is accepted by who has no studio", async () => {
  const invitation = {
    _id: "i",
    studio: stella,
    rates,
    createdAt: "2026-11-02T12:00:00Z",
    expiresAt: "2026-11-16T12:00:00Z",
  };
  serve({}, [invitation]);
  let word: unknown;
  server.use(
    http.post("*/api/performers/studio/invitations/i/:word", ({ params }) => {
      word = params.word;
      return answer({ ok: true });
    }),
  );
  const { user } = await render(<BelongingPage />, { session: people.nina });
  expect(await screen.findByText("Stella invites you")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Accept" }));
  await vi.waitFor(() => expect(word).toBe("accept"));
});

test("who has a studio has to leave it first", async () => {
  const other = { ...stella, _id: "o", username: "other", name: "Other" };
  serve({ studio: stella, status: "active", joinedAt: "2026-11-02T12:00:00Z" }, [
    { _id: "i", studio: other, rates, createdAt: "", expiresAt: "2026-11-16T12:00:00Z" },
  ]);
  await render(<BelongingPage />, { session: people.nina });
  expect(await screen.findByText(/Leave it before you join another one/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Accept" })).toHaveProperty("disabled", true);
});
