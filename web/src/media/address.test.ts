import { reachable } from "./address";

test("on this host the engine is reached at the page's own origin", () => {
  expect(reachable(`http://${location.hostname}:9999`)).toBe(location.origin);
  expect(reachable("https://media.example")).toBe("https://media.example");
});
