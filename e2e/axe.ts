import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds on a page as it is now: the serious and critical ones, each with its element. */
export const seriousFindings = (page: Page) => findings(page, ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]);

/** The texts on a page as it is now that are hard to read. */
export const weakContrasts = (page: Page) => findings(page, ["color-contrast"]);

async function findings(page: Page, runOnly: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(async (runOnly) => {
    const { axe: scanner } = window as unknown as { axe: typeof axe };
    const { violations } = await scanner.run(document, { runOnly, elementRef: true });
    const found: string[] = [];
    for (const { id, impact, nodes } of violations) {
      if (impact !== "serious" && impact !== "critical") continue;
      for (const { html, element } of nodes) if (await stays(id, element)) found.push(`${id}: ${html.slice(0, 200)}`);
    }
    return found;

    /** What lies half under a bar that hovers over the page is whole once the page is scrolled. */
    async function stays(id: string, element?: HTMLElement): Promise<boolean> {
      if (id !== "target-size" || element === undefined) return true;
      element.scrollIntoView({ block: "center" });
      return (await scanner.run(element, { runOnly: [id] })).violations.length > 0;
    }
  }, runOnly);
}
