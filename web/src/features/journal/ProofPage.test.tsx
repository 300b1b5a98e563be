import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import ProofPage from "./ProofPage";
import type { Head, Proof } from "./verify";

type Vectors = { publicKey: string; heads: Head[]; proofs: Proof[] };

// The file that the server's own tests write.
const files = import.meta.glob<string>("./testdata/proofs.json", {
  query: "?raw",
  import: "default",
  eager: true,
});
const { publicKey, heads, proofs }: Vectors = JSON.parse(Object.values(files)[0] ?? "{}");

const answer = (data: object) => HttpResponse.json({ data });

/** Another byte in place of the first. */
const flipped = (hex: string) => (hex.startsWith("0") ? "1" : "0") + hex.slice(1);

/** Publishes days, oldest first. */
function publish(days: readonly Head[]) {
  const newest = [...days].reverse();
  server.use(
    http.get("*/api/journal/days", ({ request }) => {
      const query = new URL(request.url).searchParams;
      const offset = Number(query.get("offset"));
      // Pages of two, so that the chain comes in several.
      const limit = Math.min(2, Number(query.get("limit")));
      return answer({
        data: newest.slice(offset, offset + limit),
        total: newest.length,
        publicKey,
      });
    }),
    http.get("*/api/journal/days/:day", ({ params }) =>
      answer(days.find(({ day }) => day === params.day) ?? {}),
    ),
  );
}

async function open(days: readonly Head[], path = "/proof", session = people.tom) {
  publish(days);
  const page = await render(<ProofPage />, { path, session });
  return { ...page, check: () => page.user.click(screen.getByRole("button", { name: /^Check/ })) };
}

const replaced = (at: number, changes: Partial<Head>) =>
  heads.map((head, i) => (i === at ? { ...head, ...changes } : head));

test("a whole chain is said to be unchanged, with its days and entries", async () => {
  const { check } = await open(heads);
  expect(await screen.findByRole("heading", { name: "How it works" })).toBeTruthy();
  await check();
  expect(await screen.findByText("The books are unchanged")).toBeTruthy();
  expect(screen.getByText(/5 days with 312 entries, from 2026-11-02 to 2026-11-06/)).toBeTruthy();
  expect(screen.getByText("Every signature is the site's.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Keep a copy of the days" })).toBeTruthy();
});

test.each([
  [
    "a root that was changed",
    replaced(2, { root: flipped(heads[2]?.root ?? "") }),
    /not that of what it says/,
  ],
  ["a size that was changed", replaced(1, { size: 7 }), /not that of what it says/],
  [
    "a signature of somebody else",
    replaced(2, { signature: flipped(heads[2]?.signature ?? "") }),
    /not the site's/,
  ],
  ["a day that was taken out", heads.filter((_, i) => i !== 3), /does not follow the day before/],
  ["a first day that was taken away", heads.slice(1), /days before it are missing/],
])("%s breaks the chain", async (_what, days, why) => {
  const { check } = await open(days);
  await check();
  const told = within(await screen.findByRole("alert"));
  expect(told.getByText(/^The chain is broken on 2026-11-0\d$/)).toBeTruthy();
  expect(told.getByText(why)).toBeTruthy();
  expect(screen.queryByText("The books are unchanged")).toBeNull();
});

test("days that this browser has seen may not go", async () => {
  const { check } = await open(heads);
  await check();
  await screen.findByText("The books are unchanged");
  publish(heads.slice(0, 3));
  await check();
  expect(await screen.findByText("The chain is broken on 2026-11-06")).toBeTruthy();
  expect(screen.getByText(/this browser saw here before/)).toBeTruthy();
});

test("with no day closed yet, that is said", async () => {
  const { check } = await open([]);
  expect(await screen.findByText("No day is closed yet")).toBeTruthy();
  await check();
  await vi.waitFor(() => expect(screen.getAllByText("No day is closed yet")).toHaveLength(2));
});

test("a check that could not be finished says nothing about the books", async () => {
  const { check } = await open(heads);
  server.use(http.get("*/api/journal/days", () => HttpResponse.error()));
  await check();
  expect(await screen.findByText("The check could not be finished")).toBeTruthy();
});

const [proof] = proofs;
const id = proof?.leaf.split("\t")[1] ?? "";

function prove(changes: Partial<Proof> = {}) {
  server.use(http.get("*/api/journal/proofs/:id", () => answer({ ...proof, ...changes })));
}

test("a member's own entry is proved and shown in words", async () => {
  prove();
  await open(heads, `/proof?transfer=${id}`);
  expect(await screen.findByText("Your entry is in the books")).toBeTruthy();
  expect(screen.getByText(/number 1 of 1 on 2026-11-02/)).toBeTruthy();
  expect(screen.getByText("100 from outside to your wallet")).toBeTruthy();
});

test.each([
  [
    "a changed line",
    () => prove({ leaf: proof?.leaf.replace("10000", "90000") ?? "" }),
    "",
    /does not lead to the fingerprint/,
  ],
  ["another entry", () => prove(), "x", /another entry than the one asked for/],
])("%s does not prove it", async (_what, given, more, why) => {
  given();
  await open(heads, `/proof?transfer=${id}${more}`);
  expect(await screen.findByText("This proof does not hold")).toBeTruthy();
  expect(screen.getByText(why)).toBeTruthy();
});

test("a day of its own, made for one reader, does not prove it", async () => {
  prove();
  await open(replaced(0, { chain: flipped(heads[0]?.chain ?? "") }), `/proof?transfer=${id}`);
  expect(await screen.findByText(/not the one that is published for everybody/)).toBeTruthy();
});

test("an entry of today cannot be proved yet", async () => {
  server.use(
    http.get("*/api/journal/proofs/:id", () =>
      HttpResponse.json({ message: "This can be proved once its day is closed." }, { status: 409 }),
    ),
  );
  await open(heads, `/proof?transfer=${id}`);
  expect(await screen.findByText("This can be proved once its day is closed.")).toBeTruthy();
});

test("a visitor can check the chain, and logs in to prove an entry", async () => {
  publish(heads);
  await render(<ProofPage />, { path: `/proof?transfer=${id}` });
  const link = await screen.findByRole("link", { name: "Log in" });
  expect(link.getAttribute("href")).toContain(encodeURIComponent(`/proof?transfer=${id}`));
  expect(screen.getByRole("button", { name: "Check now" })).toBeTruthy();
});
