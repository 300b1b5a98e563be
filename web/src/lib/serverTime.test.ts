import { noteServerTime, serverNow } from "./serverTime";

const noon = Date.parse("2026-01-02T12:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
});
afterEach(() => {
  noteServerTime(new Date(Date.now()).toUTCString(), Date.now(), Date.now());
  vi.useRealTimers();
});

test("a device that is three minutes fast counts by the server's clock", () => {
  noteServerTime("Fri, 02 Jan 2026 11:57:00 GMT", noon, noon);
  expect(serverNow()).toBe(Date.parse("2026-01-02T11:57:00.500Z"));
});

test("a clock that is right is left alone, and so is an answer without a date", () => {
  noteServerTime("Fri, 02 Jan 2026 11:59:59 GMT", noon - 80, noon);
  noteServerTime(null, noon, noon);
  noteServerTime("yesterday", noon, noon);
  expect(serverNow()).toBe(noon);
});

test("a slow answer proves nothing about the clock", () => {
  noteServerTime("Fri, 02 Jan 2026 11:59:49 GMT", noon - 12_000, noon);
  expect(serverNow()).toBe(noon);
});
