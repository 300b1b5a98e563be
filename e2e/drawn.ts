import type { Page, Response } from "@playwright/test";

/** What stands in an answer for a program to read: shown as it is, it is a text that nobody translated. */
const codes = /^(status|type|role|kind|state|gender|cause|decision|purpose|from|method|rail|streamingStatus|verification)$/;

/**
 * Finds English on pages in a pseudo-language, whose own texts have no plain letter. What people and operators have
 * written comes from the API, and is known by that; so are names of countries, languages, months, days and units.
 */
export class EnglishLeft {
  #written = new Set<string>();
  #reading: Promise<void>[] = [];

  constructor(private readonly page: Page) {
    page.on("response", (response) => this.#reading.push(this.#read(response)));
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        for (const [, said = ""] of String(payload).matchAll(/":"((?:[^"\\]|\\.)*)"/g)) this.#collect(said);
      }),
    );
  }

  async #read(response: Response) {
    if (!response.url().includes("/api/") || !response.headers()["content-type"]?.includes("json")) return;
    this.#collect(await response.json().catch(() => undefined));
  }

  #collect(value: unknown, key = "") {
    if (typeof value === "string") {
      const [, place] = /^[A-Z]\w+\/(?:\w+\/)?(\w+)$/.exec(value) ?? []; // of a time zone, such as Europe/Madrid
      if (place) this.#written.add(place.replaceAll("_", " "));
      if (!codes.test(key)) for (const line of value.split("\n")) if (/[A-Za-z]{2}/.test(line)) this.#written.add(line.trim());
    } else if (Array.isArray(value)) for (const one of value) this.#collect(one, key);
    else if (value !== null && typeof value === "object") for (const [name, one] of Object.entries(value)) this.#collect(one, name);
  }

  /** The texts of the page as it is now that are among these, which nobody has written. */
  async among(english: ReadonlySet<string>): Promise<string[]> {
    const texts = await this.#texts();
    return [...new Set(texts)].filter((text) => english.has(text) && !this.#written.has(text));
  }

  async #texts(): Promise<string[]> {
    const texts = await this.page.evaluate(textsDrawn); // first: the answers that these come from are here by then
    await Promise.all(this.#reading.splice(0));
    const boot = await this.page.locator("script#boot").textContent();
    this.#collect(JSON.parse(boot ?? "{}"));
    return texts;
  }

  /** The texts of the page as it is now that have plain words which nobody has written. */
  async find(): Promise<string[]> {
    const texts = await this.#texts();
    const known = [...this.#written, ...(await this.page.evaluate(namesOfTheWorld))].sort((a, b) => b.length - a.length);
    // A part of what somebody wrote, such as the second half of a headline; a short word may be ours all the same.
    const isWritten = (text: string) => text.length > 11 && known.some((one) => one.includes(text));
    return [...new Set(texts)].filter((text) => !isWritten(text) && /[A-Za-z]{3}/.test(without(text, known)));
  }
}

const figures = /\b(?:\d+ )?(?:January|February|March|April|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Mon|Tue|Wed|Thu|Fri|Sat|Sun|[KMG]B|UTC|GMT|EUR|USD|fps|kbit|PDF|CSV|alt\+T)\b/g;
const flags = /--[a-z-]+/g;
const plain = /https?:\S+|\S+@\S+|\S+\.(?:png|jpg|mp4|csv|txt)\b|\b[0-9a-f]{6,}\b|\b(?:jpg|jpeg|png|webp|pdf|mp4|mov|mkv|webm|m4v|zip|vtt|srt)\b|\/[\w/-]+/g;

function without(text: string, known: readonly string[]): string {
  let left = text.replace(flags, " ").replace(figures, " "); // before known words, which are parts of a flag's name
  for (const one of known) if (one.length > 1 && left.toLowerCase().includes(one.toLowerCase())) left = removed(left, one);
  return left.replace(plain, " ").replace(figures, " ");
}

function removed(text: string, part: string): string {
  const at = text.toLowerCase().indexOf(part.toLowerCase());
  return at < 0 ? text : removed(`${text.slice(0, at)} ${text.slice(at + part.length)}`, part);
}

/** Runs in the page. */
function namesOfTheWorld(): string[] {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const pairs = letters.flatMap((one) => letters.map((other) => one + other));
  const of = (type: "region" | "language", code: string) =>
    new Intl.DisplayNames(document.documentElement.lang, { type, fallback: "none" }).of(code);
  const names = [...pairs.map((code) => of("region", code)), ...pairs.map((code) => of("language", code.toLowerCase()))];
  return names.filter((name) => name !== undefined && name.length > 2) as string[];
}

/** Every text that is seen or read out on the page. Runs in the page. */
function textsDrawn(): string[] {
  const texts: string[] = [];
  const skipped = "script, style, noscript, code, kbd, iframe, [lang]:not(html), [data-sonner-toaster], .uplot";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    if (!text || !parent || parent.closest(skipped) || !parent.checkVisibility()) continue;
    texts.push(text);
  }
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], img[alt]")) {
    if (element.closest(skipped) || !element.checkVisibility()) continue;
    for (const name of ["aria-label", "placeholder", "title", "alt"]) {
      const text = element.getAttribute(name)?.trim();
      if (text) texts.push(text);
    }
  }
  return texts;
}

/** The texts that stand in a box too small for them, without saying so by an ellipsis. Runs in the page. */
export function cutTexts(): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (!own || !element.checkVisibility({ visibilityProperty: true }) || element.closest(".sr-only, [data-sonner-toaster], code")) continue;
    const style = getComputedStyle(element);
    if (style.overflowX !== "hidden" && style.overflowX !== "clip") continue;
    if (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") continue;
    if (element.clientWidth <= 1) continue; // for those who listen
    if (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
      found.push(element.textContent?.trim().slice(0, 80) ?? "");
  }
  return found;
}

/** Pairs of texts that lie over each other, of those that are in the page's own flow. Runs in the page. */
export function overlaps(): string[] {
  type Drawn = { text: string; element: Element; box: DOMRect };
  const isAside = (element: Element) => {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
      if (/fixed|sticky|absolute/.test(getComputedStyle(at).position)) return true;
    return false;
  };
  const clipped = (box: DOMRect, element: Element) => {
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === "visible") continue;
      const edge = at.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };
  const drawn: Drawn[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent?.trim() || !element?.checkVisibility({ visibilityProperty: true }) || isAside(element) || element.closest("svg")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const whole of range.getClientRects()) {
      const box = clipped(whole, element);
      if (box.width > 2 && box.height > 2) drawn.push({ text: node.textContent.trim(), element, box });
    }
  }
  const found = new Set<string>();
  for (const [index, one] of drawn.entries())
    for (const other of drawn.slice(index + 1)) {
      if (one.element === other.element) continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (wide > 3 && high > 6) found.add(`${one.text.slice(0, 50)} | ${other.text.slice(0, 50)}`);
    }
  return [...found];
}

/** What is wider than the window, so that the page scrolls sideways. Runs in the page. */
export function stickingOut(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const isOut = ({ left, right }: DOMRect) => left < -1 || right > clientWidth + 1;
  const out = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility() && isOut(one.getBoundingClientRect()));
  return [`${scrollWidth} px`, ...out.slice(0, 5).map((one) => one.outerHTML.slice(0, 160))];
}
