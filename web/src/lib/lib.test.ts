import * as z from "zod/mini";
import { partsOf } from "./href";
import { formatAgo, formatDateTime, formatDay, formatDuration } from "./time";
import { heights, weights } from "./units";
import {
  accepted,
  alphanumeric,
  email,
  imageProblem,
  number,
  numberBetween,
  required,
} from "./validate";

test("heights run from 4'0 to 6'11, weights from 99 to 318 lbs", () => {
  expect(heights[0]).toEqual({ value: "4'0", label: "4'0 (122 cm)" });
  expect(heights.at(-1)).toEqual({ value: "6'11", label: "6'11 (211 cm)" });
  expect(heights).toHaveLength(36);
  expect(weights[0]).toEqual({ value: "99 lbs", label: "99 lbs (45 kg)" });
  expect(weights.at(-1)).toEqual({ value: "318 lbs", label: "318 lbs (144 kg)" });
});

test("forms speak the spec's words", () => {
  const says = (schema: z.ZodMiniType, value: unknown) =>
    z.safeParse(schema, value).error?.issues[0]?.message;
  expect(says(required(), "  ")).toBe("This field is required!");
  expect(says(required(), undefined)).toBe("This field is required!");
  expect(says(email(), "nina@example")).toBe("Not a validate email!");
  expect(says(email(), "")).toBe("This field is required!");
  expect(says(number(), "ten")).toBe("Not a validate number!");
  expect(says(numberBetween(15, 50), "51")).toBe("Must be between 15 and 50");
  expect(says(numberBetween(15, 50), "50")).toBeUndefined();
  expect(says(alphanumeric(), "nina vale")).toBe("Dont allow special chars or space");
  expect(says(accepted(), false)).toBe("This field is required!");
});

test("an image must be of an accepted kind and below the limit", () => {
  expect(imageProblem({ name: "me.GIF", size: 1 })).toBe(
    "You can only upload jpg, jpeg, png, webp file!",
  );
  expect(imageProblem({ name: "me.PNG", size: 2 * 1024 * 1024 })).toBe(
    "Image must smaller than 2MB!",
  );
  expect(imageProblem({ name: "me.png", size: 2 * 1024 * 1024 - 1 })).toBeUndefined();
});

test("times read as people say them", () => {
  const now = Date.parse("2026-11-02T12:00:00Z");
  expect(formatAgo("2026-11-02T11:59:40Z", now)).toBe("just now");
  expect(formatAgo("2026-11-02T11:55:00Z", now)).toBe("5 min ago");
  expect(formatAgo("2026-11-01T11:00:00Z", now)).toBe("yesterday");
  expect(formatDay(Date.parse("2026-11-02T12:00:00"))).toBe("2 Nov");
  expect(formatDateTime("2026-11-02T20:46:00")).toBe("2 Nov 2026, 20:46");
  expect(formatDuration(65_000)).toBe("1:05");
  expect(formatDuration(3_725_000)).toBe("1:02:05");
});

test("an address falls into path, query and hash", () => {
  expect(partsOf("/cams?q=a%20b#top")).toEqual({
    to: "/cams",
    search: { q: "a b" },
    hash: "top",
  });
});
