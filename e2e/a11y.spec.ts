import { readFileSync } from "node:fs";
import { seriousFindings } from "./axe";
import { expect, type Page, test } from "./test";

type Role = "guest" | "user" | "performer" | "studio" | "admin";

// Read off the app's only route table, so that a page cannot be forgotten here.
const table = readFileSync(new URL("../web/src/app/routes.tsx", import.meta.url), "utf8")
  .replace(/\.\.\.\(import\.meta\.env\.DEV[\s\S]*?: \[\]\)/, "");
const pages = [...table.matchAll(/path: "([^"]+)",\s*layout: "\w+",(?:\s*authenticate: "(\w+)",)?/g)].map(
  ([, path = "", role]) => ({ path, role: (role ?? "guest") as Role }),
);

test("the route table could be read", () => {
  expect(pages.length).toBeGreaterThan(35);
  expect(pages.filter(({ role }) => role !== "guest").length).toBeGreaterThan(15);
});

for (const role of ["guest", "user", "performer"] as const) {
  for (const phone of [false]) {
    test(`${role}, ${phone ? "phone" : "desktop"}: no serious finding on any page`, async ({ site, visit }) => {
      test.setTimeout(300_000);
      const as = role === "guest" ? undefined : site.people.find((one) => one.role === role);
      const page = await visit({ phone, ...(as && { as }) });
      // A guest sees the public pages; the others their own and the public ones with their header.
      for (const { path, role: owner } of pages) {
        const shared = owner === "guest" && (role === "guest" || sample.has(path));
        if (owner !== role && !shared) continue;
        for (const address of await addressesOf(page, path)) await scan(page, address);
      }
    });
  }
}

/** Public pages that look different to somebody who is logged in. */
const sample = new Set(["/", "/search/models", "/room/$username", "/404"]);

/** Real addresses of a path with a parameter. */
async function addressesOf(page: Page, path: string): Promise<string[]> {
  const first = async (api: string): Promise<string[]> => {
    const answer = await page.request.get(`/api${api}`);
    const { data } = (await answer.json()).data;
    return data.slice(0, 1).map(({ _id }: { _id: string }) => path.replace("$id", _id));
  };
  switch (path) {
    case "/room/$username":
      return ["/room/IvyMoreau"];
    case "/category/$slug":
      return ["/category/music"];
    case "/page/$id":
      return ["/page/nothing"];
    case "/admin/posts/$id":
      return [...(await first("/admin/posts")), "/admin/posts/new"];
    case "/admin/mails/$id":
      return first("/admin/mails");
    case "/admin/identity-checks/$id":
      await handsIn(page);
      return first("/admin/identity-checks");
  }
  expect(path, "a parameter that this test does not know").not.toContain("$");
  return [path];
}

/** Somebody whose papers wait, unless there is one. */
async function handsIn(page: Page) {
  const paper = { name: "paper.png", mimeType: "image/png", buffer: await page.screenshot() };
  await page.request.post("/api/auth/performers/register", {
    multipart: {
      ...{ username: "vera", email: "vera@example.com", password: "a bridge in the morning fog" },
      ...{ dateOfBirth: "1994-02-11", gender: "female", name: "Vera Moss" },
      ...{ idVerification: paper, documentVerification: paper },
    },
  });
}

async function scan(page: Page, address: string) {
  await page.goto(address);
  await expect(page.getByRole("main").getByRole("heading").first(), address).toBeVisible();
  await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
  expect.soft(await seriousFindings(page), address).toEqual([]);
}
