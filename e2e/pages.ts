import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { type Role, strangersAddress } from "./site";
import { expect, type Page } from "./test";

const source = new URL("../web/src/", import.meta.url).pathname;
const sourceOf = (file: string) => readFileSync(source + file, "utf8");

type Declared = { pattern: string } | { [name: string]: Declared };

// What a file of the app declares by a name, for want of a module that node could load.
function declaredIn(file: string, name: string, paths?: Declared) {
  const text = ts.transpile(sourceOf(file).replace(/^import .*$/gm, ""), { target: ts.ScriptTarget.ES2022 });
  const address = (template: string) => ({ pattern: template.split("?")[0] });
  return new Function("address", paths ? "paths" : "_", `${text.replaceAll("export const", "const")}; return ${name};`)(address, paths);
}

/** The addresses of the app. */
const declared: Declared = declaredIn("app/paths.ts", "paths");

function patternOf(name: string): string {
  const found = name.split(".").slice(1).reduce((at: Declared | undefined, part) => at && (at as { [name: string]: Declared })[part], declared);
  return found && "pattern" in found && typeof found.pattern === "string" ? found.pattern : "";
}

/** The pages that features declare of their own. */
const ofFeatures = readdirSync(`${source}features`, { encoding: "utf8", recursive: true }).flatMap((name) => {
  if (!name.endsWith("/pages.ts")) return [];
  const pages: { role: string; address: { pattern: string } }[] = declaredIn(`features/${name}`, "pages", declared);
  return pages.map(({ role, address }) => ({ path: address.pattern, roles: [role] }));
});

/** The app's only route table, as it is written, so that no page can be forgotten. */
export const table = sourceOf("app/routes.tsx").replace(/\.\.\.\(import\.meta\.env\.DEV[\s\S]*?: \[\]\)/, "");
/** The pages of the table, and whose they are. */
export const listed = table.split(/\b(?=(?:page|inside)\(\s*["[])/).flatMap((entry) => {
  const [, kind, first = "", name = ""] = entry.match(/^(page|inside)\(\s*("\w+"|\[[^\]]+\]),\s*(paths[\w.]+),/) ?? [];
  if (!kind) return [];
  const roles = kind === "inside" ? first : (entry.match(/authenticate: (\[[^\]]+\]|"\w+")/)?.[1] ?? "guest");
  return [{ path: patternOf(name), roles: roles.split(/\W+/) }];
});

/** Every page of the app. */
export const pages = [...listed, ...ofFeatures];

/** Public pages that look different to somebody who is logged in. */
const sample = new Set(["/", "/search/models", "/room/$username", "/404"]);

/** What somebody of a role sees, a dozen of paths at a time: all in a row would be the longest story by far. */
export function dozensOf(role: Role | "guest"): string[][] {
  const seen = pages.filter(({ path, roles }) => roles.includes(role) || (roles.includes("guest") && sample.has(path)));
  return dozens(seen.map(({ path }) => path));
}

function dozens<Item>(items: Item[]): Item[][] {
  return items.length === 0 ? [] : [items.slice(0, 12), ...dozens(items.slice(12))];
}

/** Real addresses of a path with a parameter. */
export async function addressesOf(page: Page, path: string): Promise<string[]> {
  switch (path) {
    case "/room/$username":
      return ["/room/IvyMoreau", "/room/nobody"];
    case "/category/$slug":
      return ["/category/music", "/category/nothing"];
    case "/live/groupchat/$username":
      return ["/live/groupchat/IvyMoreau"]; // running shows are scanned in their own stories
    case "/live/privatechat/$conversationId":
    case "/live/webrtc/privatechat/$conversationId":
      return [path.replace("$conversationId", "nothing")];
    case "/page/$id":
      return ["/page/how-it-works", "/page/nothing"];
    case "/gallery/$id":
      return [...(await newest(page, path, "/user/performer-assets/galleries/search")), "/gallery/nothing"];
    case "/product/$id":
      return [...(await newest(page, path, "/user/performer-assets/products/search")), "/product/nothing"];
    case "/video/$id":
      return ["/video/nothing"]; // one that is on sale is scanned in its own story
    case "/account/performer/galleries/$id":
      return [path.replace("$id", await galleryOf(page)), path.replace("$id", "nothing")];
    case "/account/performer/videos/$id":
      return [path.replace("$id", await draftOf(page, "videos")), path.replace("$id", "nothing")];
    case "/account/performer/products/$id":
      return [path.replace("$id", await draftOf(page, "products")), path.replace("$id", "nothing")];
    case "/account/user/orders/$id":
    case "/account/performer/orders/$id":
      return [path.replace("$id", "nothing")]; // orders are scanned in their own story, by both sides
    case "/admin/studios/$id/documents":
      return ["/admin/studios/nothing/documents"];
    case "/admin/messages/$id":
      return [path.replace("$id", await heldConversation(page)), "/admin/messages/nothing"];
    case "/admin/posts/$id":
      return [...(await newest(page, path, "/admin/posts")), "/admin/posts/new"];
    case "/admin/mails/$id":
      return newest(page, path, "/admin/mails");
    case "/admin/payments/$id":
      return newest(page, path, "/admin/payments/intents");
    case "/admin/finance/transfers/$id":
      return newest(page, path, "/admin/finance/transfers");
    case "/admin/refunds/$id":
      return newest(page, path, "/admin/refund-requests");
    case "/admin/payouts/batches/$id":
      return newest(page, path, "/admin/payouts/batches");
    case "/admin/finance/people/$id":
      return ["/admin/finance/people/IvyMoreau", "/admin/finance/people/nobody"];
    case "/admin/identity-checks/$id":
      return newest(page, path, "/admin/identity-checks");
  }
  expect(path, "a parameter that this test does not know").not.toContain("$");
  return [path];
}

async function newest(page: Page, path: string, list: string): Promise<string[]> {
  const answer = await page.request.get(`/api${list}`);
  const [first] = (await answer.json()).data.data;
  expect(first, `somebody in ${list}`).toBeDefined();
  return [path.replace("$id", first._id)];
}

/** The conversation whose line waits for staff. */
async function heldConversation(page: Page): Promise<string> {
  const { data: held } = await (await page.request.get("/api/admin/messages/held")).json();
  return held.data[0].conversationId;
}

/** A gallery of whoever is logged in, with a photo, which waits to be reviewed. */
export async function galleryOf(page: Page): Promise<string> {
  const path = "/api/performer/performer-assets";
  const made = await page.request.post(`${path}/galleries`, { data: { title: "A day at the beach", price: 25 } });
  const { _id: galleryId } = (await made.json()).data;
  const photo = { name: "beach.png", mimeType: "image/png", buffer: await page.screenshot() };
  const added = await page.request.post(`${path}/photos`, { multipart: { galleryId, photo } });
  expect(added.ok(), await added.text()).toBe(true);
  const consents = { onlyMe: true, adults: true, depicted: true, published: true, downloadable: true };
  const submitted = await page.request.post(`${path}/galleries/${galleryId}/submit`, { data: { consents } });
  expect(submitted.ok(), await submitted.text()).toBe(true);
  return galleryId;
}

/** A video, or a digital product, of whoever is logged in. */
async function draftOf(page: Page, kind: "videos" | "products"): Promise<string> {
  const draft = { title: "A day at sea", price: "25", ...(kind === "products" && { type: "digital" }) };
  const made = await page.request.post(`/api/performer/performer-assets/${kind}`, { multipart: draft });
  expect(made.ok(), await made.text()).toBe(true);
  return (await made.json()).data._id;
}

/** Somebody whose papers wait to be looked at, and who was sent a mail. */
export async function handsIn(page: Page) {
  const username = `vera${Date.now()}`; // several stories of one site need somebody
  await page.goto("/404");
  const paper = { name: "paper.png", mimeType: "image/png", buffer: await page.screenshot() };
  const answer = await page.request.post("/api/auth/performers/register", {
    headers: { "X-Forwarded-For": strangersAddress() },
    multipart: {
      ...{ username, email: `${username}@example.com`, password: "a bridge in the morning fog" },
      ...{ dateOfBirth: "1994-02-11", gender: "female", name: "Vera Moss" },
      ...{ idVerification: paper, documentVerification: paper },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}
