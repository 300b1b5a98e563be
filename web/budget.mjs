// Fails when the built app is heavier than design allows: node budget.mjs, after `npm run build`.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const dist = new URL("./dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
const weigh = (file) => brotliCompressSync(readFileSync(new URL(file, dist))).length;

// A chunk with everything it imports statically: what a page needs before it is drawn.
function filesOf(keys, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    filesOf(manifest[key].imports ?? [], seen);
  }
  return seen;
}

const page = (name) => Object.keys(manifest).find((key) => key.endsWith(`/${name}.tsx`));
const entry = "index.html";
const limits = [
  ["home, JavaScript", [entry, page("HomePage")], 130_000],
  ["room, JavaScript", [entry, page("RoomPage")], 150_000],
];

let heavy = false;
function report(name, bytes, limit) {
  heavy ||= bytes > limit;
  console.log(`${name}: ${(bytes / 1000).toFixed(1)} of ${limit / 1000} KB${bytes > limit ? "  TOO HEAVY" : ""}`);
}

for (const [name, keys, limit] of limits) {
  const chunks = filesOf(keys.filter(Boolean));
  report(name, [...chunks].reduce((sum, key) => sum + weigh(manifest[key].file), 0), limit);
}
report("CSS", manifest[entry].css.reduce((sum, file) => sum + weigh(file), 0), 25_000);
process.exitCode = heavy ? 1 : 0;
