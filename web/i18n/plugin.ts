import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { filesByCatalogue } from "./messages.mjs";
import { pseudoLanguages } from "./pseudo.mjs";

const locales = join(import.meta.dirname, "../../locales");

type Catalogues = Record<string, string>; // their JSON by name
type Built = { code: string; name: string; dir: string; texts?: string; test?: true };

/**
 * Puts the catalogues of each language beside the scripts, below one address whose name is their
 * content's hash, and tells the server about them (`.vite/languages.json`, read by
 * internal/site/languages.go). `npm run dev` answers them as they are.
 */
export function catalogues(): Plugin {
  return {
    name: "catalogues",
    generateBundle() {
      for (const [path, source] of Object.entries(filesOf(allLanguages())))
        this.emitFile({ type: "asset", fileName: path, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, answer, next) => {
        const source = filesOf(allLanguages())[(request.url ?? "").slice(1)];
        if (source === undefined) return next();
        answer.setHeader("Content-Type", "application/json");
        answer.end(source);
      });
    },
    transformIndexHtml(page, { server }) {
      if (!server) return page;
      const languages = JSON.parse(filesOf(allLanguages())[list] ?? "[]");
      const boot = `<script type="application/json" id="boot">${JSON.stringify({ languages })}</script>`;
      return page.replace("<!--boot-->", boot);
    },
  };
}

const list = ".vite/languages.json";

type Language = Omit<Built, "texts"> & { catalogues: Catalogues };

/** What is written for the languages, by path. */
export function filesOf(all: readonly Language[]): Record<string, string> {
  const files: Record<string, string> = {};
  const built: Built[] = [{ code: "en", name: "English", dir: "ltr" }];
  for (const { catalogues, ...language } of all) {
    const hash = createHash("sha256").update(JSON.stringify(catalogues)).digest("hex").slice(0, 8);
    const folder = `assets/${language.code}-${hash}/`;
    for (const [name, json] of Object.entries(catalogues)) files[`${folder}${name}.json`] = json;
    built.push({ ...language, texts: `/${folder}` });
  }
  files[list] = JSON.stringify(built);
  return files;
}

function allLanguages(): Language[] {
  const real = readdirSync(locales, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name: code }) => ({
      ...JSON.parse(readFileSync(join(locales, code, "language.json"), "utf8")),
      code,
      catalogues: cataloguesOf(code),
    }));
  const [first] = real; // `npm run texts -- --check` keeps all alike
  const pseudo = pseudoLanguages.map(({ write, ...language }) => ({
    ...language,
    test: true as const,
    catalogues: first === undefined ? {} : rewritten(first.catalogues, write),
  }));
  return [...real, ...pseudo];
}

function cataloguesOf(code: string): Catalogues {
  const folder = join(locales, code, "web");
  const used = new Set(filesByCatalogue().map(({ catalogue }) => `${catalogue}.json`));
  const read = (file: string) =>
    JSON.stringify(JSON.parse(readFileSync(join(folder, file), "utf8")));
  return Object.fromEntries(
    readdirSync(folder)
      .filter((file) => used.has(file))
      .sort()
      .map((file) => [file.replace(".json", ""), read(file)]),
  );
}

function rewritten(all: Catalogues, write: (message: string) => string): Catalogues {
  const one = (json: string) =>
    JSON.stringify(
      Object.fromEntries(Object.keys(JSON.parse(json)).map((text) => [text, write(text)])),
    );
  return Object.fromEntries(Object.entries(all).map(([name, json]) => [name, one(json)]));
}
