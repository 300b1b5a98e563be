import { fileProblem } from "./check";
import { paceOf } from "./remaining";

test("files are checked in the server's words", () => {
  const allowed = { accepted: ["mp4", "mov"], maxMB: 1 };
  const check = (name: string, size: number) => fileProblem({ name, size }, "video", allowed);
  expect(check("a.MP4", 5)).toBeUndefined();
  expect(check("a.exe", 5)).toBe("You can only upload mp4, mov file!");
  expect(check("mp4", 5)).toBe("You can only upload mp4, mov file!");
  expect(check("a.mp4", 0)).toBe("This file is empty.");
  expect(check("a.mp4", 1024 * 1024 + 1)).toBe("Video must smaller than 1MB!");
  expect(fileProblem({ name: "a.mp4", size: 2 ** 30 }, "digitalFile", allowed)).toBe(
    "File must smaller than 1MB!",
  );
});

test("the rest takes as long as the pace of the last quarter of a minute says", () => {
  const pace = paceOf();
  expect(pace.remaining(0, 0, 1000)).toBeUndefined();
  expect(pace.remaining(500, 50, 1000)).toBeUndefined(); // too early to tell
  expect(pace.remaining(2000, 200, 1000)).toBe(8000);
  for (let at = 3000; at <= 40_000; at += 1000) pace.remaining(at, 200 + at / 1000, 1000);
  expect(pace.remaining(41_000, 241, 1000)).toBe(759_000); // slower by now
  expect(pace.remaining(42_000, 100, 1000)).toBeUndefined(); // it went on further back
  pace.remaining(44_000, 100, 1000);
  expect(pace.remaining(45_000, 100, 1000)).toBeUndefined(); // nothing moves
  pace.reset();
  expect(pace.remaining(46_000, 500, 1000)).toBeUndefined();
});
