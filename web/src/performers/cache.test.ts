import { card } from "@/testing/performers";
import { changedList, liveFirst } from "./cache";

const nina = card();
const vera = card({ username: "vera", streamingStatus: "offline", isOnline: false, viewers: 0 });
const lola = card({ username: "lola", streamingStatus: "private" });

test("live cards come first, then group, private, away and offline, in the server's order", () => {
  const order = liveFirst([vera, lola, nina]).map(({ username }) => username);
  expect(order).toEqual(["nina", "lola", "vera"]);
});

test("a card that two pages bring is shown once", () => {
  expect(liveFirst([nina, vera, nina])).toHaveLength(2);
});

test("a change reaches its card and leaves every other object as it was", () => {
  const list = { data: [nina, vera], total: 2 };
  const changed = changedList(list, "vera", { streamingStatus: "public", isOnline: true });
  expect(changed.data[1]?.streamingStatus).toBe("public");
  expect(changed.data[0]).toBe(nina);
  expect(changedList(list, "nobody", { isOnline: true })).toBe(list);
});
