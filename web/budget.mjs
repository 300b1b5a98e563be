// Fails when the built app is heavier than a slow phone bears (docs/performance.md):
// node budget.mjs [dist], after `npm run build`.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const dist = process.argv[2] ?? join(import.meta.dirname, "dist");
const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
const weighFile = (file) => brotliCompressSync(readFileSync(join(dist, file))).length;
const weigh = (key) => weighFile(manifest[key].file);

// A chunk with everything it imports statically: what a page needs before it is drawn.
function filesOf(keys, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    filesOf(manifest[key].imports ?? [], seen);
  }
  return seen;
}

function page(name) {
  const key = Object.keys(manifest).find((key) => key.endsWith(`/${name}.tsx`));
  if (key === undefined) throw new Error(`${name} is not in the build's manifest`);
  return key;
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
let heavy = false;

function report(name, amount, limit, unit = "KB") {
  const [shown, most] = unit === "KB" ? [(amount / 1000).toFixed(1), limit / 1000] : [amount, limit];
  heavy ||= amount > limit;
  console.log(`${name}: ${shown} of ${most} ${unit}${amount > limit ? "  TOO HEAVY" : ""}`);
}

const entry = "index.html";
const shell = filesOf([entry]);
const first = (name) => [...filesOf([entry, page(name)])];

for (const [name, file, limit] of [
  ["home", "HomePage", 130_000],
  ["room", "RoomPage", 150_000],
]) {
  report(`${name}, JavaScript`, sum(first(file).map(weigh)), limit);
  report(`${name}, scripts`, first(file).length, 8, "files");
}

// What a live room needs to connect, before the app is there: it is written into the page.
report("live room, what connects", weighFile(".vite/opening.js"), 5_000);

// Every page behind a login is held to the same: the sidebar, and what it brings along itself.
const sidebar = Object.keys(manifest).find((key) => key.endsWith("/Sidebar.tsx"));
const dashboards = Object.keys(manifest)
  .filter((key) => /(features\/(?!home|browse|auth|pages)|app\/((Studio)?Earning|PerformerSettings|Dashboard|Order|Messages)).*Page\.tsx$/.test(key))
  .map((key) => {
    const own = [...filesOf([key, sidebar])].filter((one) => !shell.has(one));
    return { key, weight: sum(own.map(weigh)) };
  })
  .sort((a, b) => b.weight - a.weight);
const [heaviest] = dashboards;
report(`heaviest dashboard (${heaviest.key.replace(/.*\//, "")}), on top`, heaviest.weight, 60_000);

// What plays bought videos, once a page shows it: a chunk of its own, beside the library that plays HLS.
const player = Object.keys(manifest).find((key) => key.endsWith("/player/Player.tsx"));
if (player !== undefined) {
  const before = new Set([...shell, ...first("HomePage"), ...first("RoomPage")]);
  const own = [...filesOf([player])].filter((one) => !shell.has(one));
  report("video player", weigh(player), 20_000);
  report("video player, with what other pages share with it", sum(own.map(weigh)), 48_000);
  report("video player, in home or room", before.has(player) ? 1 : 0, 0, "files");
}

const styles = [...shell].flatMap((key) => manifest[key].css ?? []);
report("CSS", sum(styles.map(weighFile)), 25_000);
const fonts = readdirSync(join(dist, "assets")).filter((name) => name.endsWith(".woff2"));
report("font", sum(fonts.map((name) => statSync(join(dist, "assets", name)).size)), 40_000);
process.exitCode = heavy ? 1 : 0;
