import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { product, purchase } from "@/features/store/testing";
import { inTab } from "@/lib/storage";
import { addressInTab, forgetPrivateData } from "@/session/api";
import { settingsKeys } from "@/settings/api";
import { ItemGrid } from "@/store/ItemGrid";
import { forgetUndoable } from "@/store/undoable";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { Buying } from "./Buying";

beforeEach(() => {
  forgetUndoable("product", "t1");
  inTab.set(addressInTab, undefined);
});

const sold = () =>
  HttpResponse.json({
    data: purchase({ type: "product", itemId: "t1", title: "Signed print", orderId: "o1" }),
  });
const refuse = (status: number, body: object) => () => HttpResponse.json(body, { status });

/** A page with one print on sale; `answers` are the server's to one press each. */
async function show(...answers: (() => Response)[]) {
  const sent: { key: string | null; body: unknown }[] = [];
  server.use(
    http.get("*/api/user/performer-assets/products/search", () =>
      HttpResponse.json({ data: { data: [product()], total: 1 } }),
    ),
    http.post("*/api/purchase-items/product/t1", async ({ request }) => {
      sent.push({ key: request.headers.get("Idempotency-Key"), body: await request.json() });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      return answer?.() ?? HttpResponse.error();
    }),
  );
  const page = (
    <Buying>
      <ItemGrid type="product" label="Products" search={{}} empty="nothing" />
    </Buying>
  );
  const drawn = await render(page, {
    session: people.tom,
    path: "/room/nina",
    pages: ["/product/$id", "/account/user/orders/$id"],
  });
  drawn.queries.setQueryData(settingsKeys.countries, [{ code: "PT", name: "Portugal" }]);
  return { ...drawn, sent, ask: () => ask(drawn.user) };
}

type User = Awaited<ReturnType<typeof render>>["user"];

async function ask(user: User) {
  await user.click(await screen.findByRole("button", { name: "Buy “Signed print” for 15 tokens" }));
  return within(await screen.findByRole("dialog", { name: "Buy this product?" }));
}

async function fill(asked: ReturnType<typeof within>, user: User) {
  await user.type(asked.getByLabelText(/Full name/), "Tom Reed");
  await user.type(asked.getByLabelText(/Street/), "Rua Nova 1");
  await user.type(asked.getByLabelText(/City/), "Porto");
  await user.type(asked.getByLabelText(/Postal code/), "4000-001");
  await user.selectOptions(asked.getByLabelText(/Country/), "Portugal");
}

const buy = (tokens: number) => ({ name: `Buy for ${tokens} tokens` });

test("what is sent needs an address, which is asked for in its fields", async () => {
  const { user, sent, ask } = await show(sold);
  const asked = await ask();
  await user.click(asked.getByRole("button", buy(15)));
  expect(asked.getAllByText("This field is required!")).toHaveLength(4);
  await vi.waitFor(() => expect(document.activeElement?.getAttribute("name")).toBe("name"));
  expect(sent).toEqual([]);
  await fill(asked, user);
  await user.click(asked.getByRole("button", { name: "One more" }));
  await user.click(asked.getByRole("button", buy(30)));
  expect(await screen.findByText("“Signed print” is yours.")).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([
    {
      price: 15,
      quantity: 2,
      deliveryAddress: "Tom Reed\nRua Nova 1\nPorto",
      postalCode: "4000-001",
      country: "PT",
    },
  ]);
});

test("what was typed survives a refusal and the closed question, and goes with the session", async () => {
  const message = [{ property: "postalCode", constraints: { x: "Must be a postal code" } }];
  const { user, queries, ask } = await show(refuse(422, { message }));
  const asked = await ask();
  await fill(asked, user);
  await user.click(asked.getByRole("button", buy(15)));
  expect(await asked.findByText("Must be a postal code")).toBeTruthy();
  expect(asked.getByLabelText(/Street/)).toHaveProperty("value", "Rua Nova 1");
  await user.click(asked.getByRole("button", { name: "Cancel" }));
  const again = await ask();
  expect(again.getByLabelText(/Full name/)).toHaveProperty("value", "Tom Reed");
  forgetPrivateData(queries);
  expect(inTab.get(addressInTab)).toBeUndefined();
});

test("fewer are left than were wanted: so many are offered, as another intention", async () => {
  const few = refuse(409, { message: "No.", error: "sold_out", left: 1 });
  const { user, sent, ask } = await show(few, sold);
  const asked = await ask();
  await fill(asked, user);
  await user.click(asked.getByRole("button", { name: "One more" }));
  await user.click(asked.getByRole("button", buy(30)));
  expect((await asked.findByRole("alert")).textContent).toBe(
    "Only 1 left. Nothing was bought yet.",
  );
  await user.click(asked.getByRole("button", buy(15)));
  await screen.findByText("“Signed print” is yours.");
  expect(sent).toHaveLength(2);
  expect(sent[0]?.key).not.toBe(sent[1]?.key);
});

test("the last one went to somebody else", async () => {
  const none = refuse(409, { message: "No.", error: "sold_out", left: 0 });
  const { user, ask } = await show(none);
  const asked = await ask();
  await fill(asked, user);
  await user.click(asked.getByRole("button", buy(15)));
  expect((await asked.findByRole("alert")).textContent).toContain("It is sold out.");
  expect(asked.getByRole("button", buy(15)).hasAttribute("disabled")).toBe(true);
});
