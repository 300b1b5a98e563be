import { type Colours, paletteFrom } from "@/lib/color";

/** Puts the operator's colours into the theme's variables; unusable ones leave the house's own. */
export function applyColours(colours: Colours, root: HTMLElement = document.documentElement) {
  const result = paletteFrom(colours);
  if ("problem" in result) return;
  for (const [name, colour] of Object.entries(result.palette)) {
    root.style.setProperty(`--${name}`, colour);
  }
}

export type Theme = "dark" | "light";

export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === "light" ? "light" : "dark";
}

/** Changes between dark and light, and remembers the choice on this device. */
export function switchTheme(): Theme {
  const theme = currentTheme() === "light" ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
  return theme;
}
