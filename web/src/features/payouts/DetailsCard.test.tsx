import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { DetailsCard } from "./DetailsCard";
import { answer, bank } from "./testing";

type Kept = { data: (typeof bank)[]; frozenUntil?: string };

async function open(kept: Kept, { stale = false } = {}) {
  let now = kept;
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/payment-information", () =>
      answer({ ...now, total: now.data.length, freezeHours: 72 }),
    ),
    http.post("*/api/payment-information", async ({ request }) => {
      const body: unknown = await request.json();
      sent.push(body);
      if (stale && !JSON.stringify(body).includes("velvet")) {
        const message = [
          { property: "currentPassword", constraints: { required: "This field is required!" } },
        ];
        return HttpResponse.json({ statusCode: 422, message }, { status: 422 });
      }
      if (JSON.stringify(body).includes("DE00")) {
        return HttpResponse.json(
          {
            statusCode: 422,
            message: [{ property: "iban", constraints: { rule: "This is not an IBAN" } }],
          },
          { status: 422 },
        );
      }
      now = { data: [bank], frozenUntil: "2026-11-12T12:00:00Z" };
      return answer(bank);
    }),
  );
  const page = await render(<DetailsCard />, { session: people.nina });
  return { ...page, sent };
}

test("an account is masked once it is saved, and what the change does is told before and after", async () => {
  const { user, sent } = await open({ data: [] });
  await user.click(await screen.findByRole("button", { name: "Set up Bank transfer" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText(/mailed to you and stops new payout requests for 72 hours/)).toBeTruthy();
  await user.type(dialog.getByLabelText(/^Account holder/), "Nina Vale");
  await user.type(dialog.getByLabelText("IBAN"), "DE00");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("This is not an IBAN")).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>(/^Account holder/).value).toBe("Nina Vale");
  await user.clear(dialog.getByLabelText("IBAN"));
  await user.type(dialog.getByLabelText("IBAN"), "DE89370400440532013000");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("DE••••3000, Nina Vale")).toBeTruthy();
  expect(screen.getByText(/Payouts begin again on 12 Nov 2026/)).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({
    type: "bank_transfer",
    accountHolder: "Nina Vale",
    iban: "DE89370400440532013000",
  });
});

test("the password is asked for when the login is a while ago", async () => {
  const { user, sent } = await open({ data: [] }, { stale: true });
  await user.click(await screen.findByRole("button", { name: "Set up Bank transfer" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.queryByLabelText(/^Current password/)).toBeNull();
  await user.type(dialog.getByLabelText(/^Account holder/), "Nina Vale");
  await user.type(dialog.getByLabelText("IBAN"), "DE89370400440532013000");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await user.type(await dialog.findByLabelText(/^Current password/), "velvet");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("DE••••3000, Nina Vale")).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ accountHolder: "Nina Vale", currentPassword: "velvet" });
});

test("a change starts without the number, which is not here", async () => {
  const { user } = await open({ data: [bank] });
  await user.click(await screen.findByRole("button", { name: "Change Bank transfer" }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Account holder/).value).toBe("Nina Vale");
  expect(screen.getByLabelText<HTMLInputElement>("IBAN").value).toBe("");
});

test.each([
  ["Direct deposit", ["Routing number", "Account number", "Account type"]],
  ["Paxum", ["Email of the Paxum account"]],
  ["BitPay", ["Coin", "Address"]],
])("%s asks for its own fields", async (name, labels) => {
  const { user, sent } = await open({ data: [] });
  await user.click(await screen.findByRole("button", { name: `Set up ${name}` }));
  for (const label of labels) expect(screen.getByLabelText(new RegExp(`^${label}`))).toBeTruthy();
  expect(screen.queryByLabelText("IBAN")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("This field is required!")).toBeTruthy();
  expect(sent).toEqual([]);
});
