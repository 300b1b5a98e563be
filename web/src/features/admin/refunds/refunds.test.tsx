import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { asked } from "@/money/refunds/testing";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { AdminRefundRequest, RefundFile, Split } from "./api";
import RefundPage from "./RefundPage";
import RefundsPage from "./RefundsPage";

const asking: AdminRefundRequest = { ...asked, userInfo: { _id: "tom", username: "tom" } };
const split = (token: number, changes: Partial<Split> = {}): Split => ({
  token,
  siteFee: token * 0.3,
  studioNet: 0,
  performerNet: token * 0.5,
  studioOwes: 0,
  performerOwes: token * 0.2,
  absorbed: 0,
  ...changes,
});
const opened: RefundFile = { request: asking, left: 50, split: split(50), debts: [] };
const list = (...data: unknown[]) => HttpResponse.json({ data: { data, total: data.length } });
const listScene = {
  session: people.ada,
  path: paths.admin.refunds(),
  pages: ["/admin/refunds/$id"],
};
const scene = {
  session: people.ada,
  path: paths.admin.refund("r1"),
  route: "/admin/refunds/$id",
  pages: [paths.admin.refunds()],
};

/** Answers the page with splits of what it asks for, and keeps what is sent. */
function office(one: RefundFile = opened) {
  const seen: string[] = [];
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/admin/refund-requests/r1", ({ request }) => {
      const query = new URL(request.url).searchParams;
      seen.push(query.toString());
      const token = Number(query.get("token") ?? one.left);
      const absorbs = query.get("siteAbsorbs") === "true";
      const absorbed = { siteFee: token * 0.5, performerOwes: 0, absorbed: token * 0.2 };
      const shown =
        one.request.status === "pending" ? split(token, absorbs ? absorbed : {}) : one.split;
      return HttpResponse.json({ data: { ...one, split: shown } });
    }),
    http.put("*/api/admin/refund-requests/r1", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: one.request });
    }),
  );
  return { seen, sent };
}

const note = () => screen.getByLabelText(/^Note to the member/);

test("requests are narrowed by status, payment and person, the longest waiting first", async () => {
  const seen: string[] = [];
  server.use(
    http.get("*/api/admin/refund-requests", ({ request }) => {
      seen.push(new URL(request.url).search);
      return list(asking);
    }),
  );
  const { user, router } = await render(<RefundsPage />, listScene);
  const row = await screen.findByRole("row", { name: /tom/ });
  expect(row.textContent).toMatch(/nina.*Tip.*I sent it twice.*50.*Waiting/);
  const links = within(row).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/admin/refunds/r1",
    "/admin/refunds/r1",
  ]);
  expect(links[1]?.textContent).toBe("Decide");
  await user.selectOptions(screen.getByLabelText("Status"), "pending");
  await waitFor(() => expect(seen.at(-1)).toMatch(/status=pending.*sort=asc/));
  await user.selectOptions(screen.getByLabelText("Payment"), "tip");
  await waitFor(() => expect(seen.at(-1)).toContain("type=tip"));
  await user.click(screen.getByRole("button", { name: "nina" }));
  await waitFor(() => expect(seen.at(-1)).toContain("performerId=nina"));
  await user.click(screen.getByRole("button", { name: "Everybody" }));
  expect(router.state.location.searchStr).toBe("?status=pending&type=tip");
});

test("no request, and a list that fails, say so", async () => {
  server.use(http.get("*/api/admin/refund-requests", () => list()));
  const { unmount } = await render(<RefundsPage />, listScene);
  expect(await screen.findByText("Nobody has asked yet")).toBeTruthy();
  unmount();
  server.use(
    http.get("*/api/admin/refund-requests", () => new HttpResponse(null, { status: 500 })),
  );
  await render(<RefundsPage />, listScene);
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

test("a part is previewed while it is typed, and given back after a question", async () => {
  const { seen, sent } = office();
  const { user } = await render(<RefundPage />, scene);
  expect(await screen.findByText("I pressed the button twice.")).toBeTruthy();
  const table = () => screen.getByRole("table", { name: "Who gives what" });
  expect(table().textContent).toContain("Model2510");
  await user.type(screen.getByLabelText("Tokens to give back"), "20");
  await waitFor(() => expect(table().textContent).toContain("Model104"));
  expect(screen.getByText(/comes out of later earnings/)).toBeTruthy();
  await user.click(screen.getByRole("checkbox", { name: /The site absorbs/ }));
  await waitFor(() => expect(table().textContent).toContain("Model10–"));
  expect(screen.getByText("The site bears 4 of it in place of the others.")).toBeTruthy();
  expect(seen).toContain("token=20&siteAbsorbs=true");
  await user.click(screen.getByRole("button", { name: "Give back 20 tokens" }));
  expect(screen.getByText("Must have 10 to 500 characters")).toBeTruthy();
  await user.type(note(), "We see the same tip twice.");
  await user.click(screen.getByRole("button", { name: "Give back 20 tokens" }));
  const question = within(await screen.findByRole("dialog", { name: "Give back 20 tokens?" }));
  expect(sent).toEqual([]);
  await user.click(question.getByRole("button", { name: "Give back" }));
  expect(await screen.findByText("20 tokens are given back.")).toBeTruthy();
  expect(sent).toEqual([
    { status: "resolved", token: 20, siteAbsorbs: true, note: "We see the same tip twice." },
  ]);
});

test("what cannot be given back is not asked about", async () => {
  const { seen, sent } = office();
  const { user } = await render(<RefundPage />, scene);
  const amount = await screen.findByLabelText("Tokens to give back");
  await user.type(note(), "We see the same tip twice.");
  for (const wrong of ["51", "0", "ten", "1.234", "-1"]) {
    await user.clear(amount);
    await user.type(amount, wrong);
    expect(screen.getByText("Must be an amount of tokens, at most 50")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Give back" }));
  }
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent).toEqual([]);
  expect(seen.some((query) => /ten|1\.234|-1/.test(query))).toBe(false);
});

test("a rejection sends no amount", async () => {
  const { sent } = office();
  const { user } = await render(<RefundPage />, scene);
  await user.type(await screen.findByLabelText("Tokens to give back"), "20");
  await user.type(note(), "It is not a mistake.");
  await user.click(screen.getByRole("button", { name: "Reject" }));
  const question = within(await screen.findByRole("dialog", { name: "Reject the request?" }));
  await user.click(question.getByRole("button", { name: "Reject" }));
  expect(await screen.findByText("The request is rejected.")).toBeTruthy();
  expect(sent).toEqual([{ status: "rejected", siteAbsorbs: false, note: "It is not a mistake." }]);
});

test("somebody else was quicker: the question says so and stays", async () => {
  office();
  const message = "This request has already been decided.";
  server.use(
    http.put("*/api/admin/refund-requests/r1", () =>
      HttpResponse.json({ statusCode: 409, message }, { status: 409 }),
    ),
  );
  const { user } = await render(<RefundPage />, scene);
  await screen.findByLabelText("Tokens to give back");
  await user.type(note(), "We see the same tip twice.");
  await user.click(screen.getByRole("button", { name: "Give back 50 tokens" }));
  const question = within(await screen.findByRole("dialog"));
  await user.click(question.getByRole("button", { name: "Give back" }));
  expect(await question.findByText(message)).toBeTruthy();
});

test("a decided request shows who gave it, what is still owed, and the answer", async () => {
  office({
    request: {
      ...asking,
      status: "resolved",
      resolution: "full",
      refunded: 50,
      note: "We are sorry.",
      decidedBy: { _id: "ada", username: "ada" },
    },
    left: 0,
    split: split(50),
    debts: [{ accountId: "nina", username: "nina", owed: 10, repaid: 4 }],
  });
  await render(<RefundPage />, scene);
  expect(await screen.findByText("We are sorry.")).toBeTruthy();
  expect(screen.getByText(/still owes 6 of 10 tokens/)).toBeTruthy();
  expect(screen.queryByRole("form", { name: "Decide" })).toBeNull();
});

test("nothing is left: only a rejection is possible", async () => {
  office({ ...opened, left: 0 });
  await render(<RefundPage />, scene);
  expect(await screen.findByText(/All of this payment was given back already/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Give back/ })).toBeNull();
});

test("a request that is not there says so", async () => {
  server.use(
    http.get("*/api/admin/refund-requests/r1", () =>
      HttpResponse.json(
        { statusCode: 404, message: "This refund request does not exist." },
        { status: 404 },
      ),
    ),
  );
  await render(<RefundPage />, scene);
  expect(await screen.findByText("This refund request does not exist.")).toBeTruthy();
});
