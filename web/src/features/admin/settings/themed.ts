/** A whole page around a piece of markup, in the colours of the page it stands on. */
export function themed(html: string): string {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string, otherwise: string) => style.getPropertyValue(name) || otherwise;
  const css = [
    `body{margin:16px;font:15px/22px system-ui,sans-serif;background:${colour("--s1", "#fff")};color:${colour("--text", "#111")}}`,
    `a{color:${colour("--brand-ink", "#a2252d")}}`,
    "p,ul,ol{margin:.6em 0}img{max-width:100%}",
  ].join("");
  return `<!doctype html><meta charset="utf-8"><style>${css}</style>${html}`;
}
