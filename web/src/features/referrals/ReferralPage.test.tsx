import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { OwnCode, Referred, Reward } from "./api";
import ReferralPage from "./ReferralPage";

const code: OwnCode = {
  code: "K7PMX2QA",
  link: "https://example.com/?ref=K7PMX2QA",
  percent: 5,
  months: 12,
  holdDays: 7,
};
const vera: Referred = {
  _id: "f1",
  username: "vera",
  role: "performer",
  active: true,
  earned: 3.5,
  createdAt: "2026-11-02T12:00:00Z",
  endsAt: "2027-11-02T12:00:00Z",
};
const masked: Referred = { ...vera, _id: "f2", username: "T•••", role: "user", active: false };
const held: Reward = {
  _id: "w1",
  username: "T•••",
  role: "user",
  token: 5,
  returned: 1.5,
  status: "held",
  freeAt: "2026-11-09T12:00:00Z",
  createdAt: "2026-11-02T12:00:00Z",
};

const answer = (data: object) => HttpResponse.json({ data });

type Found = { own?: OwnCode; brought?: Referred[]; list?: Reward[]; as?: "tom" | "nina" };

async function open({ own = code, brought = [], list = [], as = "tom" }: Found = {}) {
  server.use(
    http.get("*/api/referrals/user/code", () => answer(own)),
    http.get("*/api/referral-earnings/stats", () =>
      answer({ registered: 4, active: 3, earned: 120.5, held: 20 }),
    ),
    http.get("*/api/referrals/user/search", () => answer({ data: brought, total: brought.length })),
    http.get("*/api/referral-earnings/search", () => answer({ data: list, total: list.length })),
  );
  return render(<ReferralPage />, { session: people[as], path: "/account/user/referral" });
}

test("the link is there to copy, with what it brings and when", async () => {
  const { user } = await open();
  const link = await screen.findByLabelText("Link");
  expect(link).toHaveProperty("value", "https://example.com/?ref=K7PMX2QA");
  await user.click(screen.getByRole("button", { name: "Copy link" }));
  expect(await navigator.clipboard.readText()).toBe("https://example.com/?ref=K7PMX2QA");
  expect(screen.getByText(/You get 5 % of the tokens/).textContent).toContain("for 12 months");
  expect(screen.getByText(/into your wallet after 7 days/)).toBeTruthy();
  expect(await screen.findByText("120.50")).toBeTruthy();
});

test("where the device can share, it shares the link", async () => {
  const shared: unknown[] = [];
  vi.stubGlobal(
    "navigator",
    Object.assign(navigator, { share: async (what: unknown) => shared.push(what) }),
  );
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Share" }));
  expect(shared).toMatchObject([{ url: "https://example.com/?ref=K7PMX2QA" }]);
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "share");
});

test("a performer's rewards are paid out with her balance", async () => {
  await open({ as: "nina" });
  expect(await screen.findByText(/added to your balance and paid out/)).toBeTruthy();
  expect(await screen.findByText("120.50")).toBeTruthy();
  expect(screen.queryByText("On hold")).toBeNull(); // payouts hold hers, with all she earned
});

test("a programme that pays nothing says so", async () => {
  await open({ own: { ...code, percent: 0 } });
  expect(await screen.findByText(/bring no rewards at present/)).toBeTruthy();
  expect(screen.queryByText(/You get/)).toBeNull();
});

test("who was invited sees by whom, and that it costs nothing", async () => {
  await open({ own: { ...code, invitedBy: { username: "rita", endsAt: vera.endsAt } } });
  expect((await screen.findByText(/You were invited by/)).textContent).toContain("rita");
});

test("those who came and what they brought are listed", async () => {
  await open({
    brought: [vera, masked],
    list: [held, { ...held, _id: "w2", returned: 5, status: "returned" }],
  });
  const who = within(await screen.findByRole("region", { name: "Who registered with your link" }));
  expect(await who.findByText("vera")).toBeTruthy();
  expect(who.getByText("T•••")).toBeTruthy();
  expect(who.getByText("Ended")).toBeTruthy();
  const earned = within(await screen.findByRole("region", { name: "Your rewards" }));
  expect(await earned.findByText(/On hold until/)).toBeTruthy();
  expect(earned.getByText("Taken back")).toBeTruthy();
});

test("with nobody yet the page explains what to do", async () => {
  await open();
  expect(await screen.findByText("Nobody has come yet")).toBeTruthy();
  expect(screen.getByText(/Copy your link above/)).toBeTruthy();
  expect(await screen.findByText("No rewards yet")).toBeTruthy();
});

test("what could not be loaded can be asked for again", async () => {
  const { queries, user } = await open({ list: [held] });
  server.use(
    http.get("*/api/referral-earnings/search", () => new HttpResponse(null, { status: 500 }), {
      once: true,
    }),
  );
  await queries.resetQueries({ queryKey: ["referrals", "rewards"] });
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/On hold until/)).toBeTruthy();
});
