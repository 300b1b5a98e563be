import type { Page, Route } from "@playwright/test";

/** What the frame of every page asks for: who is here, the settings, what is unread, what came while nobody was connected. */
const frames = new Set(
  [
    "/settings/public",
    "/users/me",
    "/performer-categories",
    "/notices/unread",
    "/messages/total-unread",
    "/conversations?offset=0&limit=50",
    "/streaming/private-chat/requests",
  ].map((path) => `/api${path}`),
);

/** A call of the page before may be told of when that is left already; each says which page made it. */
function isOfPageBefore(route: Route) {
  const request = route.request();
  return request.headers().referer?.split("#")[0] !== request.frame().url().split("#")[0];
}

/** Where a tab is between two pages: an address of the site that is none of the app's. */
export const nowhere = "/favicon.svg";

type State = "open" | "held" | "failing";

/**
 * What the API answers the pages of one tab with: as it is, not yet, or that it is broken. The frame of a page has its
 * answers all the same: what fails here is what the page itself is about.
 */
export class PagesApi {
  #state: State = "open";
  #release = () => {};
  #held: Promise<void> = Promise.resolve();
  /** What the page that is shown has asked for, by its path. */
  asked = new Set<string>();

  static async of(page: Page): Promise<PagesApi> {
    const api = new PagesApi();
    await page.route(/^[^?]*\/api\//, (route) => api.#answer(route));
    return api;
  }

  async #answer(route: Route) {
    const { pathname, search } = new URL(route.request().url());
    const isOfFrame = frames.has(pathname) || frames.has(pathname + search);
    if (route.request().method() !== "GET" || isOfFrame || isOfPageBefore(route)) return route.fallback();
    this.asked.add(pathname);
    await this.#held;
    if (this.#state === "failing") return route.fulfill({ status: 500, json: {} });
    return route.fallback();
  }

  /** From now on nothing is answered. */
  hold() {
    this.asked.clear();
    this.#state = "held";
    this.#held = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  /** Everything that was asked and will be is refused, as by a broken server. */
  fail() {
    this.#state = "failing";
    this.#release();
  }

  open() {
    this.#state = "open";
    this.#release();
  }
}
