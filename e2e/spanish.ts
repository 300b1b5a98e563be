import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../locales/es/web/", import.meta.url).pathname;
const catalogues: Record<string, string>[] = readdirSync(folder).map((name) => JSON.parse(readFileSync(folder + name, "utf8")));
const spanish = new Set(catalogues.flatMap((messages) => Object.values(messages)));

/** The English texts of the app that are none in Spanish; those with a parameter are never drawn as they are written. */
export const notSpanish: ReadonlySet<string> = new Set(
  catalogues.flatMap((messages) => Object.keys(messages)).filter((text) => !spanish.has(text)),
);
