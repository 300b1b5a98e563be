import fc from "fast-check";
import { contrastOf, paletteFrom } from "./color";

const success = "#2fb52d";
const hardestDark = "#2a2225";
const hardestLight = "#ebe4e5";

test("the product's colours are accepted", () => {
  expect(paletteFrom({ brand: "#a2252d", success })).toMatchObject({
    palette: { brand: "#a2252d", ok: "#2fb52d" },
  });
});

test("a colour that white text cannot be read on is refused, with its contrast", () => {
  expect(paletteFrom({ brand: "#f5b83d", success })).toEqual({
    field: "brand",
    problem:
      "White text on this colour cannot be read well: its contrast is 1.77, at least 4.5 is needed",
  });
});

test("a colour that vanishes on the dark theme is refused", () => {
  expect(paletteFrom({ brand: "#120c0e", success })).toMatchObject({ field: "brand" });
});

test("what is no colour is refused at its field", () => {
  expect(paletteFrom({ brand: "red", success })).toMatchObject({ field: "brand" });
  expect(paletteFrom({ brand: "#a2252d", success: "#111111" })).toMatchObject({ field: "success" });
});

test("every accepted colour gives text that can be read on every surface", () => {
  const channel = fc.integer({ min: 0, max: 255 });
  const hex = fc
    .tuple(channel, channel, channel)
    .map((c) => `#${c.map((v) => v.toString(16).padStart(2, "0")).join("")}`);
  fc.assert(
    fc.property(hex, (brand) => {
      const result = paletteFrom({ brand, success });
      if ("problem" in result) return;
      const { palette } = result;
      const readable = (ink: string | undefined, ground: string | undefined) =>
        expect(contrastOf(ink ?? "", ground ?? "")).toBeGreaterThanOrEqual(4.45);
      readable("#ffffff", palette["brand-hover"]);
      readable("#ffffff", palette["brand-press"]);
      readable(palette["ink-dark"], hardestDark);
      readable(palette["ink-light"], hardestLight);
    }),
    { numRuns: 300 },
  );
});
