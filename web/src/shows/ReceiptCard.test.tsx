import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { tip } from "@/money/refunds/testing";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Receipt } from "./api";
import { ReceiptCard } from "./ReceiptCard";

const nina = { _id: "nina", username: "nina", name: "Nina Vale", avatar: "" };
const bare: Receipt = {
  showId: "s1",
  type: "group",
  performer: nina,
  startedAt: "2026-11-02T12:00:00Z",
  endedAt: "2026-11-02T12:02:10Z",
  seconds: 130,
  minutes: 2,
  price: 30,
  refund: 0,
  reason: "performer_left",
  policyVersion: 1,
};

function line(username: string, changes: object = {}) {
  const member = { _id: username, username, name: username, avatar: "" };
  return {
    member,
    seconds: 60,
    minutes: 1,
    net: 21,
    refund: 0,
    reason: "performer_left",
    ...changes,
  };
}

async function open(sums: Receipt) {
  server.use(http.get("*/api/streaming/shows/s1/receipt", () => HttpResponse.json({ data: sums })));
  await render(<ReceiptCard showId="s1" actions={<a href="/room/nina">Back to the room</a>} />, {
    session: people.tom,
  });
}

test("a member of a group show reads what was paid and given back, and nobody else's part", async () => {
  await open({ ...bare, gross: 48, refund: 12 });
  expect(await screen.findByText("Nina Vale has left.")).toBeTruthy();
  expect(screen.getByText("You paid")).toBeTruthy();
  expect(screen.getByText("48 tokens")).toBeTruthy();
  expect(screen.getByText("12 tokens")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByRole("link", { name: "Back to the room" })).toBeTruthy();
});

test("a performer reads what each seat brought, and who looked in", async () => {
  const lines = [line("tom"), line("ann", { peek: true, minutes: 3, net: 9 })];
  await open({ ...bare, type: "private", net: 30, lines });
  const rows = within(await screen.findByRole("table")).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "MemberTimeEarned",
    "tom1 minute21",
    "ann3 looks9",
  ]);
  expect(screen.getByText("You have left.")).toBeTruthy();
});

test("a private show that nobody looked into needs no table", async () => {
  await open({ ...bare, type: "private", net: 42, lines: [line("tom", { minutes: 2, net: 42 })] });
  expect(await screen.findByText("42 tokens")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

test("a receipt that does not come can be asked for again", async () => {
  server.use(
    http.get("*/api/streaming/shows/s1/receipt", () => new HttpResponse(null, { status: 500 })),
  );
  await render(<ReceiptCard showId="s1" actions={null} />, { session: people.tom });
  expect(await screen.findByRole("button", { name: /again/i })).toBeTruthy();
});

test("a member may ask to have the show back while it is possible, and no other", async () => {
  const show = { ...tip, type: "private", showId: "s1", sourceId: "m1", refundable: 48 };
  const other = { ...show, showId: "s2", sourceId: "m2" };
  server.use(
    http.get("*/api/refund-requests/payments", () =>
      HttpResponse.json({ data: { data: [show, other], total: 2 } }),
    ),
  );
  await open({ ...bare, gross: 48 });
  const ask = await screen.findAllByRole("button", { name: /^Ask for a refund/ });
  expect(ask.map((button) => button.getAttribute("aria-label"))).toEqual([
    "Ask for a refund of 48 tokens",
  ]);
});
