import type { Colours } from "@/lib/color";
import { onDevice } from "@/lib/storage";

/** Puts the operator's colours into the theme's variables; unusable ones leave the product's own. */
export async function applyColours(colours: Colours, root = document.documentElement) {
  if (root.style.length === 0 && areInTokens(colours, root)) return;
  const { paletteFrom } = await import("@/lib/color");
  const result = paletteFrom(colours);
  if ("problem" in result) return;
  for (const [name, colour] of Object.entries(result.palette)) {
    root.style.setProperty(`--${name}`, colour);
  }
}

// tokens.css has a whole palette, made of two colours.
function areInTokens({ brand, success }: Colours, root: HTMLElement): boolean {
  const tokens = getComputedStyle(root);
  return (
    brand === tokens.getPropertyValue("--brand") && success === tokens.getPropertyValue("--ok")
  );
}

export type Theme = "dark" | "light";

export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === "light" ? "light" : "dark";
}

/** Changes between dark and light, and remembers the choice on this device. */
export function switchTheme(): Theme {
  const theme = currentTheme() === "light" ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", getComputedStyle(document.documentElement).getPropertyValue("--bg"));
  onDevice.set("theme", theme);
  return theme;
}
