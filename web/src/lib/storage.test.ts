import { inTab, onDevice } from "./storage";

test("what is kept is found again, and what is forgotten is not", () => {
  onDevice.set("fruit", "pear");
  expect(onDevice.get("fruit")).toBe("pear");
  expect(inTab.get("fruit")).toBeUndefined();
  onDevice.set("fruit", undefined);
  expect(onDevice.get("fruit")).toBeUndefined();
});

test("a browser that refuses storage remembers as long as the page is open", () => {
  const denied = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", {
    getItem: denied,
    setItem: denied,
    removeItem: denied,
    clear() {},
  });
  expect(onDevice.get("adult")).toBeUndefined();
  onDevice.set("adult", "yes");
  expect(onDevice.get("adult")).toBe("yes");
  onDevice.set("adult", undefined);
  expect(onDevice.get("adult")).toBeUndefined();
});
