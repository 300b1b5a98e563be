import { useQuery } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { endedHere, sessionKeys, useLogout } from "@/session/api";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { setRole } from "@/testing/role";
import { server } from "@/testing/server";
import { usualSettings } from "@/testing/settings";
import { ring } from "@/ui/ring";
import { toast } from "@/ui/toast";
import { Live } from "./Live";

const wire = vi.hoisted(() => ({
  say: (_event: string, _data: object) => {},
  hears: (_event: string): boolean => false,
}));
vi.mock("@/realtime/realtime", async () => {
  const { createStore } = await import("zustand/vanilla");
  const { fakeWire } = await import("@/testing/wire");
  const heard = fakeWire();
  Object.assign(wire, heard);
  const store = createStore(() => ({ status: "connected" }));
  return {
    realtime: { ...heard, store, start: () => {} },
    useConnection: () => ({ status: "connected" }),
  };
});
vi.mock("@/ui/ring", () => ({ ring: vi.fn(), joinRinging: () => () => {} }));

async function open(beside?: ReactNode) {
  server.use(
    http.get("*/api/settings/public", () => HttpResponse.json({ data: usualSettings })),
    http.get("*/api/users/me", () => HttpResponse.json({ data: people.nina })),
    http.get("*/api/streaming/private-chat/requests", () =>
      HttpResponse.json({ data: { data: [], total: 0 } }),
    ),
  );
  setRole("performer");
  const scene = (
    <>
      <Live />
      {beside}
    </>
  );
  const page = await render(scene, {
    session: people.nina,
    pages: ["/account/performer/galleries/$id", "/account/performer/orders/$id"],
  });
  await waitFor(() => expect(wire.hears("tipped")).toBe(true)); // what listens is loaded by itself
  const hear = (event: string, data: object) => act(() => wire.say(event, data));
  return { ...page, hear };
}

test("a performer hears of a sale in the spec's words, and what it sold is asked for again", async () => {
  const { hear, queries } = await open();
  const list = ["own-assets", "list"];
  queries.setQueryData(list, { data: [], total: 0 });
  vi.mocked(ring).mockClear();
  hear("purchase_media_item_success", { transaction: {}, token: 25, netPrice: 20 });
  expect(ring).toHaveBeenCalledTimes(1); // before any file is asked for
  expect(queries.getQueryState(list)?.isInvalidated).toBe(true);
  expect(
    await screen.findByText("A content has been purchased, please check your orders menu"),
  ).toBeTruthy();
});

test.each([
  ["tipped", { senderInfo: { username: "tom" }, token: 25, netPrice: 20 }],
  ["purchase_media_item_success", { transaction: {}, token: 25, netPrice: 20 }],
])("%s is told for ten seconds", async (event, data) => {
  const told = [vi.spyOn(toast, "success"), vi.spyOn(toast, "info")];
  const { hear } = await open();
  hear(event, data);
  await waitFor(() => expect(told.flatMap(({ mock }) => mock.calls)).toHaveLength(1));
  expect(told.flatMap(({ mock }) => mock.calls)[0]?.[1]).toMatchObject({ duration: 10_000 });
});

test.each([
  ["active", "Your gallery is on sale."],
  ["inactive", "Your gallery is approved."],
  ["rejected", "Your gallery was not approved."],
])("a decision (%s) is told, and leads to the gallery", async (status, text) => {
  const { hear, user, router } = await open();
  hear("asset/changed", { _id: `g-${status}`, type: "gallery", status });
  expect(await screen.findByText(text)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show" }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/account/performer/galleries/g-${status}`),
  );
});

test("a tip and a spin of the wheel are heard and told", async () => {
  const { hear } = await open();
  vi.mocked(ring).mockClear();
  hear("tipped", { senderInfo: { username: "tom" }, token: 25, netPrice: 20 });
  expect(ring).toHaveBeenCalledTimes(1);
  expect(await screen.findByText("tom has tipped 25 tokens. You have received 20.00")).toBeTruthy();
  const spin = { _id: "s1", performerId: "nina", username: "tom", label: "A song" };
  hear("wheel/result", { ...spin, performerId: people.nina._id, status: "pending" });
  expect(await screen.findByText("tom has spun your wheel: A song")).toBeTruthy();
  expect(ring).toHaveBeenCalledTimes(2);
});

test.each([
  ["rejected", { takenDown: true }, "Your gallery was taken down by the site."],
  ["active", { putBack: true }, "Your gallery was put back by the site."],
])("what staff take down or put back (%s) is told as such", async (status, what, text) => {
  const { hear } = await open();
  hear("asset/changed", { _id: `d-${status}`, type: "gallery", status, ...what });
  expect(await screen.findByText(text)).toBeTruthy();
});

test("what its performer has removed has no page to be shown", async () => {
  const { hear } = await open();
  hear("asset/changed", { _id: "r1", type: "video", status: "removed", takenDown: true });
  const toast = (await screen.findByText("Your video was taken down by the site.")).closest("li");
  expect(toast?.querySelector("[data-button]")).toBeNull();
});

test("an order that was cancelled is told to who would send it, and leads to it", async () => {
  const { hear, user, router, queries } = await open();
  const list = ["orders", "sold", "search"];
  queries.setQueryData(list, { data: [], total: 0 });
  hear("order/changed", { _id: "o1", orderNumber: "K7PQ3MWX", status: "cancelled" });
  expect(await screen.findByText("Order K7PQ3MWX was cancelled: do not send it.")).toBeTruthy();
  expect(queries.getQueryState(list)?.isInvalidated).toBe(true);
  await user.click(screen.getByRole("button", { name: "Show" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/account/performer/orders/o1"));
});

test.each([
  ["the socket", "session/revoked"],
  ["an answer", undefined],
])(
  "%s says that the session was ended elsewhere: so does the page, and forgets",
  async (_, event) => {
    const { hear, queries } = await open();
    queries.setQueryData(["own-assets"], ["mine"]);
    server.use(http.get("*/api/users/me", () => HttpResponse.json({}, { status: 401 })));
    if (event) hear(event, {});
    else act(() => void queries.invalidateQueries({ queryKey: sessionKeys.me }));
    expect(await screen.findByText("You have been logged out.")).toBeTruthy();
    expect(queries.getQueryData(sessionKeys.me)).toBeNull();
    expect(queries.getQueryData(["own-assets"])).toBeUndefined();
  },
);

test("who logs out in this tab is not told of it as of news", async () => {
  server.use(http.post("*/api/auth/logout", () => HttpResponse.json({ data: { ok: true } })));
  const { hear, queries, user } = await open(<LogoutButton />);
  await user.click(screen.getByRole("button", { name: "Leave" }));
  hear("session/revoked", {});
  expect(await screen.findByText("Log out!")).toBeTruthy();
  expect(queries.getQueryData(sessionKeys.me)).toBeNull();
  expect(screen.queryByText("You have been logged out.")).toBeNull();
});

test("who has left is told of the end of the next session, which another tab began", async () => {
  server.use(http.post("*/api/auth/logout", () => HttpResponse.json({ data: { ok: true } })));
  const { hear, queries, user } = await open(<LogoutButton />);
  await user.click(screen.getByRole("button", { name: "Leave" }));
  expect(await screen.findByText("Log out!")).toBeTruthy();
  act(() => void queries.setQueryData(sessionKeys.me, people.nina));
  await waitFor(() => expect(endedHere.has(queries)).toBe(false));
  queries.setQueryData(["own-assets"], ["hers"]);
  hear("session/revoked", {});
  expect(await screen.findByText("You have been logged out.")).toBeTruthy();
  expect(queries.getQueryData(["own-assets"])).toBeUndefined();
});

test("a logout whose answer was lost is one, when the socket has told of the end", async () => {
  let lose = () => {};
  const lost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  server.use(
    http.post("*/api/auth/logout", async () => {
      await lost;
      return HttpResponse.error();
    }),
  );
  const { hear, queries, user } = await open(<LogoutButton />);
  queries.setQueryData(["own-assets"], ["mine"]);
  await user.click(screen.getByRole("button", { name: "Leave" }));
  hear("session/revoked", {});
  await waitFor(() => expect(queries.getQueryData(sessionKeys.me)).toBeNull());
  act(lose);
  await waitFor(() => expect(queries.getQueryData(["own-assets"])).toBeUndefined());
  expect(await screen.findByText("Log out!")).toBeTruthy();
  expect(screen.queryByText("Something went wrong!")).toBeNull();
});

test("when the session is another person's, nothing of the first stays on screen", async () => {
  let owner = "nina";
  const { queries } = await open(<Mine ask={() => `of ${owner}`} />);
  expect(await screen.findByText("of nina")).toBeTruthy();
  queries.setQueryData(["own-assets"], ["hers"]);
  owner = "eve";
  act(() => void queries.setQueryData(sessionKeys.me, { ...people.nina, _id: "eve" }));
  expect(await screen.findByText("of eve")).toBeTruthy();
  expect(queries.getQueryData(["own-assets"])).toBeUndefined();
  expect(screen.queryByText("You have been logged out.")).toBeNull();
});

function Mine({ ask }: { ask: () => string }) {
  const { data } = useQuery({ queryKey: ["mine"], queryFn: ask });
  return <p>{data}</p>;
}

function LogoutButton() {
  const { mutate } = useLogout();
  return (
    <button type="button" onClick={() => mutate()}>
      Leave
    </button>
  );
}
