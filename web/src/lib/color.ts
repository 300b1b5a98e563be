import { formatNumber } from "./format";
import { t } from "./texts";

type Rgb = readonly [red: number, green: number, blue: number];

/** The operator's two colours, as #rrggbb. */
export type Colours = { brand: string; success: string };

/** The theme's variables that follow from them, by name. */
export type Palette = Readonly<Record<string, string>>;

export type PaletteResult = { palette: Palette } | { field: keyof Colours; problem: string };

const white = rgb(255, 255, 255);
const darkText = rgb(22, 18, 19);
// The pages themselves, and on each theme the surface (--s3) that is hardest for text.
const dark = { page: rgb(13, 10, 11), hardest: rgb(42, 34, 37) };
const light = { page: rgb(250, 247, 247), hardest: rgb(235, 228, 229) };

const readable = 4.5;
// A filled button carries readable text; its shape only has to be told from the page.
const visible = 1.5;

/**
 * Derives the theme from the operator's colours, or says why one cannot be
 * used: text on it would not reach 4.5:1 (WCAG 1.4.3), or it vanishes on the dark theme.
 */
export function paletteFrom({ brand, success }: Colours): PaletteResult {
  const base = parseHex(brand);
  const ok = parseHex(success);
  if (base === undefined) return { field: "brand", problem: notHex() };
  if (ok === undefined) return { field: "success", problem: notHex() };
  if (contrast(white, base) < readable) return { field: "brand", problem: tooLight(white, base) };
  if (contrast(dark.page, base) < visible) {
    return { field: "brand", problem: t("This colour vanishes on the dark theme.") };
  }
  if (contrast(darkText, ok) < readable) {
    return { field: "success", problem: tooDark(darkText, ok) };
  }
  return {
    palette: {
      brand: toHex(base),
      "brand-hover": toHex(lighterWhileReadable(base)),
      "brand-press": toHex(withLightness(base, -0.05)),
      "ink-dark": toHex(lightInk(base, { lightness: 0.75, vivid: 1.6 })),
      "ink-light": toHex(darkInk(base)),
      ok: toHex(ok),
      "ok-ink-dark": toHex(lightInk(ok, { lightness: 0.6, vivid: 1 })),
      "ok-ink-light": toHex(darkInk(ok)),
    },
  };
}

const notHex = () => t("Must be a colour such as #a2252d");

function tooLight(text: Rgb, ground: Rgb): string {
  return t(
    "White text on this colour cannot be read well: its contrast is {got}, at least 4.5 is needed",
    { got: roundedDown(contrast(text, ground)) },
  );
}

function tooDark(text: Rgb, ground: Rgb): string {
  return t(
    "Dark text on this colour cannot be read well: its contrast is {got}, at least 4.5 is needed",
    { got: roundedDown(contrast(text, ground)) },
  );
}

// So that a refused 4.49 is not told as 4.5.
function roundedDown(contrast: number): string {
  return formatNumber(Math.floor(contrast * 100) / 100);
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastOf(one: string, other: string): number | undefined {
  const [a, b] = [parseHex(one), parseHex(other)];
  return a && b && contrast(a, b);
}

// A hover shade must not cost the white text on it its contrast.
function lighterWhileReadable(base: Rgb): Rgb {
  for (let lift = 0.06; lift > 0; lift -= 0.01) {
    const shade = withLightness(base, lift);
    if (contrast(shade, white) >= readable) return shade;
  }
  return base;
}

type Ink = { lightness: number; vivid: number };

// The same hue as light text, on dark surfaces. A dark colour that is only lightened turns
// grey, so its ink may be made more vivid.
function lightInk(base: Rgb, { lightness, vivid }: Ink): Rgb {
  const lift = Math.max(0, lightness - toHsl(base)[2]);
  return readableOn(dark.hardest, (step) => withLightness(base, lift + step, vivid));
}

function darkInk(base: Rgb): Rgb {
  return readableOn(light.hardest, (step) => withLightness(base, -step));
}

function readableOn(surface: Rgb, ink: (step: number) => Rgb): Rgb {
  for (let step = 0; step < 1; step += 0.02) {
    const colour = rounded(ink(step));
    if (contrast(colour, surface) >= readable) return colour;
  }
  return rounded(ink(1));
}

// Moves the lightness of HSL by `lift` and multiplies its saturation by `vivid`.
function withLightness(colour: Rgb, lift: number, vivid = 1): Rgb {
  const [h, s, l] = toHsl(colour);
  return fromHsl(h, Math.min(1, s * vivid), Math.min(1, Math.max(0, l + lift)));
}

// Hue 0 to 6, saturation and lightness 0 to 1.
function toHsl([red, green, blue]: Rgb): readonly [number, number, number] {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  const [spread, lightness] = [high - low, (high + low) / 2];
  if (spread === 0) return [0, 0, lightness];
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  if (high === r) return [((g - b) / spread + 6) % 6, saturation, lightness];
  if (high === g) return [(b - r) / spread + 2, saturation, lightness];
  return [(r - g) / spread + 4, saturation, lightness];
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const k = (offset + hue * 2) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function rounded([red, green, blue]: Rgb): Rgb {
  return [Math.round(red), Math.round(green), Math.round(blue)];
}

function parseHex(text: string): Rgb | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return undefined;
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function toHex(colour: Rgb): string {
  return `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

function rgb(red: number, green: number, blue: number): Rgb {
  return [red, green, blue];
}
