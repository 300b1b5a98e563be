import { act, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { texts } from "@/api/errors";
import { gallery, purchase } from "@/features/store/testing";
import type { Session } from "@/session/api";
import { ItemGrid } from "@/store/ItemGrid";
import { forgetUndoable } from "@/store/undoable";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { Buying } from "./Buying";
import { paths } from "./paths";

const buyPath = "*/api/purchase-items/gallery/g1";

beforeEach(() => forgetUndoable("gallery", "g1"));

/** A page with one gallery on sale; `answers` are the server's to one press each. */
async function show(session: Session | null, ...answers: (() => Response)[]) {
  const sent: { key: string | null; body: unknown }[] = [];
  server.use(
    http.get("*/api/user/performer-assets/galleries/search", () =>
      HttpResponse.json({ data: { data: [gallery()], total: 1 } }),
    ),
    http.post(buyPath, async ({ request }) => {
      sent.push({ key: request.headers.get("Idempotency-Key"), body: await request.json() });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      return answer?.() ?? HttpResponse.error();
    }),
  );
  const page = (
    <Buying>
      <ItemGrid type="gallery" label="Galleries" search={{}} empty="nothing" />
    </Buying>
  );
  const drawn = await render(page, {
    session,
    path: "/room/nina",
    pages: ["/gallery/$id", "/auth/login/user", "/auth/register/user", paths.user.fundsTokens()],
  });
  await drawn.user.click(
    await screen.findByRole("button", { name: "Buy “Sunday at home” for 40 tokens" }),
  );
  return { ...drawn, sent };
}

const question = () => screen.findByRole("dialog", { name: "Buy this gallery?" });
const refuse =
  (error: string, more = {}) =>
  () =>
    HttpResponse.json({ statusCode: 409, message: "No.", error, ...more }, { status: 409 });
const sold = () => HttpResponse.json({ data: purchase() });

test("one question says what it is, what it costs and what is left; then it is yours everywhere", async () => {
  const { user, sent, queries } = await show(people.tom, sold);
  const asked = within(await question());
  expect(asked.getByText("Nina Vale · 3 photos")).toBeTruthy();
  expect(asked.getByText("After").nextSibling?.textContent).toBe("60");
  expect(sent).toEqual([]);
  await user.click(asked.getByRole("button", { name: "Buy for 40 tokens" }));
  expect(await screen.findByText("“Sunday at home” is yours.")).toBeTruthy();
  expect(sent).toEqual([{ key: expect.stringMatching(/^[0-9a-f]{32}$/), body: { price: 40 } }]);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(await screen.findByText("Yours")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Buy “/ })).toBeNull();
  expect(queries.getQueryData<Session>(["session"])?.balance).toBe(60);
});

test("an undo whose answer was lost is asked for again by the same key", async () => {
  const keys: unknown[] = [];
  server.use(
    http.post("*/api/purchase-items/b1/undo", ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      if (keys.length === 1) return HttpResponse.error();
      return HttpResponse.json({ data: purchase({ isBought: false, balance: 100 }) });
    }),
  );
  const { user } = await show(people.tom, sold);
  await user.click(await screen.findByRole("button", { name: "Buy for 40 tokens" }));
  await screen.findByText("“Sunday at home” is yours.");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText(texts.unreachable());
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText(/^Undone\./)).toBeTruthy();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test("what was just bought is not loaded before it is opened, and can be undone", async () => {
  let undone = 0;
  server.use(
    http.post("*/api/purchase-items/b1/undo", () => {
      undone++;
      return HttpResponse.json({ data: purchase({ isBought: false, balance: 100 }) });
    }),
  );
  const { user, container } = await show(people.tom, sold);
  await user.click(await screen.findByRole("button", { name: "Buy for 40 tokens" }));
  await screen.findByText("Yours");
  expect([...container.querySelectorAll("img")].map((img) => img.getAttribute("src"))).toEqual([
    "/files/photos/p1/blur.webp",
  ]);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  const said = await screen.findByText("Undone. 40 tokens are back in your wallet.");
  // It is not on its way out with the message whose button was pressed.
  expect(said.closest("[data-sonner-toast]")?.getAttribute("data-removed")).toBe("false");
  expect(undone).toBe(1);
  expect(await screen.findByRole("button", { name: /^Buy “/ })).toBeTruthy();
});

test("an undo that comes too late says so, and the purchase stays", async () => {
  server.use(
    http.post("*/api/purchase-items/b1/undo", () =>
      HttpResponse.json(
        { statusCode: 409, message: "You have opened what you bought.", error: "delivered" },
        { status: 409 },
      ),
    ),
  );
  const { user } = await show(people.tom, sold);
  await user.click(await screen.findByRole("button", { name: "Buy for 40 tokens" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("You have opened what you bought.")).toBeTruthy();
  expect(screen.getByText("Yours")).toBeTruthy();
});

test("another price is shown and asked again, under a key of its own", async () => {
  const { user, sent } = await show(people.tom, refuse("price_changed", { price: 55 }), sold);
  await user.click(await screen.findByRole("button", { name: "Buy for 40 tokens" }));
  expect((await screen.findByRole("alert")).textContent).toContain("it is 55 tokens now");
  await user.click(screen.getByRole("button", { name: "Buy for 55 tokens" }));
  await screen.findByText("“Sunday at home” is yours.");
  expect(sent.map(({ body }) => body)).toEqual([{ price: 40 }, { price: 55 }]);
  expect(sent[0]?.key).not.toBe(sent[1]?.key);
});

test("what was bought in another tab opens", async () => {
  const { user, router } = await show(people.tom, refuse("already_bought"));
  await user.click(await screen.findByRole("button", { name: "Buy for 40 tokens" }));
  expect(await screen.findByText("“Sunday at home” is yours already.")).toBeTruthy();
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/gallery/g1"));
});

test("an answer that got lost is asked for again by the same key", async () => {
  const { user, sent } = await show(people.tom, () => HttpResponse.error(), sold);
  await user.click(await screen.findByRole("button", { name: "Buy for 40 tokens" }));
  await screen.findByText("“Sunday at home” is yours.");
  expect(sent).toHaveLength(2);
  expect(sent[0]?.key).toBe(sent[1]?.key);
});

test("who has too little reads what is missing, and cannot press", async () => {
  const { sent } = await show({ ...people.tom, balance: 25 });
  const asked = within(await question());
  expect(asked.getByRole("alert").textContent).toContain("You are 15 tokens short.");
  expect(asked.getByRole("button", { name: "Buy for 40 tokens" })).toHaveProperty("disabled", true);
  expect(asked.getByRole("link", { name: "Get tokens" }).getAttribute("href")).toBe(
    paths.user.fundsTokens(),
  );
  expect(sent).toEqual([]);
});

test("tokens that arrive while one is asked make it possible", async () => {
  const { queries } = await show({ ...people.tom, balance: 25 });
  await question();
  act(() => queries.setQueryData(["session"], { ...people.tom, balance: 125 }));
  await vi.waitFor(() =>
    expect(screen.getByRole("button", { name: "Buy for 40 tokens" })).toHaveProperty(
      "disabled",
      false,
    ),
  );
});

test("a limit that was reached is said in words, with the way to it", async () => {
  const message = "You have reached the spending limit that you set.";
  const { user } = await show(people.tom, refuse("limit_reached", { message }));
  await user.click(await screen.findByRole("button", { name: "Buy for 40 tokens" }));
  expect((await screen.findByRole("alert")).textContent).toContain(message);
  expect(screen.getByRole("link", { name: "See your limits" })).toBeTruthy();
});

test("a guest is asked to log in first", async () => {
  await show(null);
  expect(await screen.findByText("Log in to buy “Sunday at home”.")).toBeTruthy();
});

test("who sells is offered nothing", async () => {
  server.use(
    http.get("*/api/user/performer-assets/galleries/search", () =>
      HttpResponse.json({ data: { data: [gallery()], total: 1 } }),
    ),
  );
  await render(
    <Buying>
      <ItemGrid type="gallery" label="Galleries" search={{}} empty="nothing" />
    </Buying>,
    { session: people.nina, pages: ["/gallery/$id"] },
  );
  expect(await screen.findByRole("link", { name: "Sunday at home" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Buy/ })).toBeNull();
});
