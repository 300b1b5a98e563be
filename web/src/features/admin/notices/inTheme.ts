export type Theme = "light" | "dark";

/** The mail with what it has for the theme, and without what it has for the other one. */
export function inTheme(html: string, theme: Theme): string {
  return html
    .replace(/\(prefers-color-scheme: dark\)/g, theme === "dark" ? "all" : "print")
    .replace(/(?<=color-scheme: )light dark/g, theme)
    .replace(/(?<=content=")light dark(?=")/g, theme)
    .replace(/<head>/, (head) => `${head}<base target="_blank">`);
}
