import type { Page } from "@playwright/test";

/** What the console of a page is told: errors and warnings, of ours and of the browser about us. */
export class Console {
  #said: string[] = [];

  constructor(page: Page) {
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.#said.push(`${message.text()} (${message.location().url})`);
    });
  }

  /** What was said since this was asked last. That an address has nothing is said by the browser itself. */
  take(address: string): string[] {
    const said = this.#said.splice(0);
    return /\/(nothing|nobody)\b/.test(address) ? said.filter((text) => !text.includes("status of 404")) : said;
  }
}
