import { act, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Payment } from "./api";
import { useBegun } from "./begun";
import * as door from "./door";
import { TopUpSheet } from "./TopUpSheet";
import { answer, begun, refuse, stock } from "./testing";
import { told } from "./told";

const wire = vi.hoisted(() => ({ say: (_event: string, _data: object) => {} }));
vi.mock("@/realtime/realtime", async () => {
  const { fakeWire } = await import("@/testing/wire");
  const realtime = fakeWire();
  wire.say = realtime.say;
  return { realtime, useConnection: () => ({ status: "connected" }) };
});

// The test page has no modal dialogs; that they trap and return the focus is the browser's.
HTMLDialogElement.prototype.showModal ??= function show() {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close() {
  this.open = false;
};

/** The tab that the browser opens at a press. */
function newTab() {
  const tab = { opener: "the room", name: "", location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(door, "openTab").mockReturnValue(tab);
  return tab;
}

const openSheet = (onClose = () => {}) =>
  render(<TopUpSheet onClose={onClose} />, {
    session: people.tom,
    path: "/room/nina",
    pages: [paths.contact(), paths.user.accountSettings()],
  });

const started = { paymentUrl: "https://pay.test/1", transactionId: "pay1" };

afterEach(() => vi.restoreAllMocks());
beforeEach(() => useBegun.setState({ started: undefined }));

test("it is paid in a new tab, and what comes of it is seen here, also after closing it", async () => {
  stock();
  const tab = newTab();
  let status: Payment["status"] = "created";
  server.use(
    http.post("*/api/payment/purchase-tokens/p1", () => answer(started)),
    http.get("*/api/payment/transactions/pay1", () => answer({ ...begun, status })),
  );
  const first = await openSheet();
  await first.user.click(await screen.findByRole("button", { name: "Pay €9.99" }));
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith("https://pay.test/1"));
  expect(tab.opener).toBeNull();
  expect(await screen.findByText("We wait for your payment")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Open the payment page" })).toBeTruthy();
  first.unmount();

  status = "pending";
  const onClose = vi.fn();
  const { user } = await openSheet(onClose);
  const sheet = within(screen.getByRole("dialog", { name: "Get tokens" }));
  expect(await sheet.findByText("Your payment is on its way")).toBeTruthy();
  status = "paid";
  act(() => wire.say("payment/changed", { id: "pay1", status, tokens: 100, bonus: 0 }));
  expect(await sheet.findByText("100 tokens are yours")).toBeTruthy();
  await user.click(sheet.getByRole("button", { name: "Back to the room" }));
  expect(onClose).toHaveBeenCalled();
});

test("what arrived while the shop was closed stands in nobody's way", async () => {
  stock();
  server.use(
    http.get("*/api/payment/transactions/pay1", () => answer({ ...begun, status: "paid" })),
  );
  useBegun.setState({ started });
  await openSheet();
  expect(await screen.findByRole("button", { name: "Pay €9.99" })).toBeTruthy();
  expect(screen.queryByText("100 tokens are yours")).toBeNull();
});

test("a refusal closes the tab again and stays in the room", async () => {
  stock();
  const tab = newTab();
  server.use(
    http.post("*/api/payment/purchase-tokens/p1", () =>
      refuse(409, "email_unverified", "Please verify your mail address."),
    ),
  );
  const { user } = await openSheet();
  await user.click(await screen.findByRole("button", { name: "Pay €9.99" }));
  expect(await screen.findByText("Please verify your mail address.")).toBeTruthy();
  expect(tab.close).toHaveBeenCalled();
  expect(tab.location.replace).not.toHaveBeenCalled();
  const link = screen.getByRole("link", { name: "Verify your address" });
  expect(link.getAttribute("target")).toBe("_blank");
});

test("what is told elsewhere: arrived, under way, declined; nothing of what was just begun", () => {
  const of = (status: Payment["status"]) => told({ id: "p", status, tokens: 100, bonus: 10 });
  expect(of("created")).toBeUndefined();
  expect(of("paid")).toMatchObject({
    kind: "success",
    text: "Your payment has arrived: 110 tokens have been added.",
  });
  expect(of("pending")?.kind).toBe("info");
  expect(of("failed")?.kind).toBe("error");
});

test("a service that wants a form gets it posted, with all its fields", () => {
  const sent: Record<string, string>[] = [];
  vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (
    this: HTMLFormElement,
  ) {
    const fields = Object.fromEntries([...new FormData(this)].map(([k, v]) => [k, String(v)]));
    sent.push({ action: this.action, method: this.method, ...fields });
  });
  door.goToPay({ ...started, fields: { order: "o1", digest: "d1" } });
  const form = { action: "https://pay.test/1", method: "post", order: "o1", digest: "d1" };
  expect(sent).toEqual([form]);
  expect(document.querySelector("form")).toBeNull();
});
