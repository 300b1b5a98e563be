import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { type Session, sessionKeys } from "@/session/api";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { SpinPanel } from "./SpinPanel";
import {
  commitment,
  resultOfTom,
  serveWheel,
  spinOfTom,
  wheelOfNina,
  withoutMotion,
} from "./testing";

const path = "*/api/wheels/spin/:id";
const nina = { _id: "nina", name: "Nina Vale" };

function show(session: Session | null) {
  return render(<SpinPanel performer={nina} conversationId="c1" topUp="/tokens" />, {
    session,
    path: "/room/nina",
    pages: ["/auth/login/user", "/auth/register/user", "/tokens"],
  });
}

beforeEach(withoutMotion);

test("the odds are told in percent, and the price is on the button", async () => {
  serveWheel();
  await show(people.tom);
  const odds = await screen.findByRole("list", { name: "Odds" });
  expect(within(odds).getAllByRole("listitem")[0]?.textContent).toBe("Song request50 %");
  expect(screen.getByRole("button", { name: "Spin for 25 tokens" })).toBeTruthy();
  expect(screen.getByText("100")).toBeTruthy();
});

test("a spin sends what was seen and promised, and ends on what the server drew", async () => {
  serveWheel();
  const calls: { body: unknown; key: string | null }[] = [];
  server.use(
    http.post(path, async ({ request }) => {
      calls.push({ body: await request.json(), key: request.headers.get("Idempotency-Key") });
      return HttpResponse.json({ data: spinOfTom({ segment: 2, label: "Dance" }) });
    }),
  );
  const { user, queries } = await show(people.tom);
  await user.click(await screen.findByText("Provably fair"));
  expect(await screen.findByText(commitment)).toBeTruthy();
  const seed = screen.getByLabelText("Your seed");
  await user.clear(seed);
  await user.type(seed, "my-luck");
  await user.click(screen.getByRole("button", { name: "Spin for 25 tokens" }));

  expect(await screen.findByText("You got: Dance")).toBeTruthy();
  expect(screen.getByText("Nina Vale has been told.").closest("[aria-live=polite]")).toBeTruthy();
  expect(calls).toHaveLength(1);
  expect(calls[0]?.body).toEqual({
    clientSeed: "my-luck",
    version: "v1",
    conversationId: "c1",
    commitment,
  });
  expect(calls[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(queries.getQueryData<Session>(sessionKeys.me)?.balance).toBe(75);
  // The next promise came with the result, and the next seed is another.
  expect(screen.getByText("next")).toBeTruthy();
  expect(screen.getByLabelText("Your seed")).not.toHaveProperty("value", "my-luck");
});

test("an answer that is lost is asked for again with the same key", async () => {
  serveWheel();
  const keys: (string | null)[] = [];
  server.use(
    http.post(path, ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      return keys.length === 1 ? HttpResponse.error() : HttpResponse.json({ data: spinOfTom() });
    }),
  );
  const { user } = await show(people.tom);
  await user.click(await screen.findByRole("button", { name: "Spin for 25 tokens" }));
  expect(await screen.findByText("You got: Song request")).toBeTruthy();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test("who has too little sees what is missing and where to get it", async () => {
  serveWheel();
  await show({ ...people.tom, balance: 20 });
  expect((await screen.findByRole("alert")).textContent).toContain("You are 5 tokens short.");
  expect(screen.getByRole("button", { name: "Spin for 25 tokens" })).toHaveProperty(
    "disabled",
    true,
  );
  expect(screen.getByRole("link", { name: "Get tokens" }).getAttribute("href")).toBe("/tokens");
});

test("a wheel that has changed is read again before it is paid for", async () => {
  serveWheel();
  const { user } = await show(people.tom);
  await screen.findByRole("button", { name: "Spin for 25 tokens" });
  const message = "The wheel has changed. Have another look before you spin.";
  serveWheel(wheelOfNina({ price: 30, version: "v2" }));
  server.use(
    http.post(path, () =>
      HttpResponse.json({ statusCode: 409, message, error: "wheel_changed" }, { status: 409 }),
    ),
  );
  await user.click(screen.getByRole("button", { name: "Spin for 25 tokens" }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Spin for 30 tokens" })).toBeTruthy();
});

test("a wheel that cannot be spun now says why", async () => {
  serveWheel(wheelOfNina({ isOpen: false, closed: "offline" }));
  await show(people.tom);
  expect(await screen.findByText("The wheel can be spun while Nina Vale is live.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Spin for 25 tokens" })).toHaveProperty(
    "disabled",
    true,
  );
});

test("a guest is asked to log in, and nothing is sent", async () => {
  serveWheel();
  const { user } = await show(null);
  await user.click(await screen.findByRole("button", { name: "Spin for 25 tokens" }));
  const login = screen.getByRole("link", { name: "Log in" });
  expect(login.getAttribute("href")).toBe("/auth/login/user?next=%2Froom%2Fnina");
});

test("five segments are no wheel", async () => {
  serveWheel(wheelOfNina({ total: 5 }));
  await show(people.tom);
  expect(await screen.findByText("Nina Vale has no wheel yet")).toBeTruthy();
});

test("the performer decides in her own room", async () => {
  serveWheel(wheelOfNina(), [resultOfTom()]);
  await show(people.nina);
  expect(await screen.findByRole("button", { name: "Done: Song request" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Spin for 25 tokens" })).toBeNull();
});

test("a member's earlier spin can be verified in the browser", async () => {
  serveWheel(wheelOfNina(), [resultOfTom()]);
  const { user } = await show(people.tom);
  await user.click(await screen.findByRole("button", { name: "Verify Song request" }));
  const dialog = screen.getByRole("dialog", { name: "Verify this spin" });
  expect(
    await within(dialog).findByText("Fair: your browser came to the same segment."),
  ).toBeTruthy();
  expect(within(dialog).getAllByText(commitment)).toHaveLength(2);
});

test("a result that does not follow from its seeds is called unfair", async () => {
  const forged = resultOfTom({ segment: 5, label: "Dare" });
  serveWheel(wheelOfNina(), [forged]);
  const { user } = await show(people.tom);
  await user.click(await screen.findByRole("button", { name: "Verify Dare" }));
  expect(await screen.findByText(/^Not fair/)).toBeTruthy();
});

test("a spin that costs more than the member wants to spend by one press is asked about", async () => {
  serveWheel();
  let spins = 0;
  server.use(
    http.post(path, () => {
      spins++;
      return HttpResponse.json({ data: spinOfTom() });
    }),
  );
  const { user } = await show({ ...people.tom, confirmAbove: 24 });
  await user.click(await screen.findByRole("button", { name: "Spin for 25 tokens" }));
  await screen.findByRole("dialog", {
    name: "Spend 25 tokens on a spin of the wheel of Nina Vale?",
  });
  expect(spins).toBe(0);
  await user.click(screen.getByRole("button", { name: "Spend 25 tokens" }));
  expect(await screen.findByText("You got: Song request")).toBeTruthy();
  expect(spins).toBe(1);
});
