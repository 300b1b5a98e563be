// Keeps the catalogues of the web app (docs/translating.md):
//   node i18n/extract.mjs           adds the new texts, empty, and takes out the unused
//   node i18n/extract.mjs --check   fails on a missing, unused, empty or broken one
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { partsOf } from "./icu.mjs";
import { filesByCatalogue, languages, locales, readFile } from "./messages.mjs";

const isCheck = process.argv.includes("--check");
const problems = [];
const wanted = new Map(); // the messages of each catalogue

for (const file of filesByCatalogue()) {
  const { messages, problems: found } = readFile(file);
  problems.push(...found);
  if (file.catalogue === undefined) continue;
  const list = wanted.get(file.catalogue) ?? new Map();
  wanted.set(file.catalogue, list);
  for (const message of messages) {
    list.set(message.text, message.place);
    checkMessage(message);
  }
}

for (const language of languages()) {
  const folder = join(locales, language, "web");
  mkdirSync(folder, { recursive: true });
  for (const [name, messages] of wanted) keep(language, join(folder, `${name}.json`), messages);
  for (const file of readdirSync(folder)) {
    if (wanted.has(file.replace(/\.json$/, "")) || isUnfinished(language)) continue;
    if (isCheck) problems.push(`locales/${language}/web/${file} belongs to no folder`);
    else rmSync(join(folder, file));
  }
}

console.log(problems.join("\n"));
if (problems.length > 0) process.exitCode = 1;

// Texts of folders that are not converted yet may be there before them.
function isUnfinished(language) {
  return JSON.parse(readFileSync(join(locales, language, "language.json"), "utf8")).unfinished;
}

function checkMessage({ text, place, given, kind }) {
  const parts = tried(place, () => partsOf(text));
  if (!parts || given === "unknown") return;
  const names = [...parts.keys()];
  const missing = names.find((name) => !given.includes(name));
  if (missing) problems.push(`${place} gives no ${missing} to ${JSON.stringify(text)}`);
  const extra = given.find((name) => !names.includes(name));
  if (extra)
    problems.push(`${place} gives ${extra}, which ${JSON.stringify(text)} has no place for`);
  if (kind === "t" && [...parts.values()].includes("tag"))
    problems.push(`${place} has tags: t.rich(${JSON.stringify(text)}, …)`);
}

function keep(language, path, messages) {
  const before = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  const place = path.slice(path.indexOf("locales"));
  if (!isCheck) {
    const sorted = [...messages.keys()].sort().map((text) => [text, before[text] ?? ""]);
    writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
    return;
  }
  for (const [text, where] of messages) {
    if (!before[text]) problems.push(`${place} lacks ${JSON.stringify(text)} (${where})`);
    else checkTranslation(language, place, text, before[text]);
  }
  const unused = Object.keys(before).find((text) => !messages.has(text));
  if (unused !== undefined) problems.push(`${place}: unused ${JSON.stringify(unused)}`);
}

function checkTranslation(language, place, text, translation) {
  const theirs = tried(`${place} ${JSON.stringify(text)}`, () => partsOf(translation, language));
  if (!theirs) return;
  const ours = partsOf(text);
  for (const name of new Set([...ours.keys(), ...theirs.keys()])) {
    if (ours.get(name) === theirs.get(name)) continue;
    problems.push(
      `${place}: ${name} of ${JSON.stringify(text)} is ${ours.get(name) ?? "not there"}, in the translation ${theirs.get(name) ?? "missing"}`,
    );
  }
}

function tried(place, make) {
  try {
    return make();
  } catch (error) {
    problems.push(`${place}: ${error.message}`);
    return undefined;
  }
}
