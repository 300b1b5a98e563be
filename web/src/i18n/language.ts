import { type Language, readBoot } from "@/settings/boot";
import { writeAs } from "./locale";

export type { Language };

export type Catalogue = Readonly<Record<string, string>>;

const english: Language = { code: "en", name: "English", dir: "ltr" };

/** What there is to choose from, as the server says. */
export const languages: readonly Language[] = readBoot().languages ?? [english];

let current = languages.find(({ code }) => code === document.documentElement.lang) ?? english;
let catalogues: Record<string, Catalogue> = {};
let coming: Record<string, Promise<void>> = {};
const names = new Set<string>();
const listeners = new Set<() => void>();
writeAs(current.code);

/** The language of the page. */
export function currentLanguage(): Language {
  return current;
}

/** A message of a catalogue in the language of the page; English is its own translation. */
export function translated(name: string, message: string): string {
  return catalogues[name]?.[message] || message;
}

/** Says that the files loaded so far use a catalogue. */
export function registerCatalogue(name: string) {
  names.add(name);
}

/** Waits for the catalogues of all files loaded so far; see `withTexts`. */
export async function textsReady(): Promise<void> {
  const { texts } = current;
  if (!texts) return;
  await Promise.all([...names].map((name) => (coming[name] ??= fetchOne(texts, name))));
}

async function fetchOne(texts: string, name: string) {
  try {
    const messages = await catalogueAt(texts, name);
    if (texts === current.texts) catalogues[name] = messages;
  } catch (error) {
    delete coming[name]; // whoever asks next tries again
    throw error;
  }
}

async function catalogueAt(texts: string, name: string): Promise<Catalogue> {
  const answer = await fetch(`${texts}${name}.json`);
  if (!answer.ok) throw new Error(`the texts of ${name} did not come`);
  return answer.json();
}

/** A file of the app once its texts are here, too: `load().then(withTexts)`. */
export async function withTexts<File>(file: File): Promise<File> {
  await textsReady();
  return file;
}

/** Changes the language of the page, without a reload. Nothing changes when its texts do not come. */
export async function speak(language: Language): Promise<void> {
  const before = { current, catalogues, coming };
  [current, catalogues, coming] = [language, {}, {}];
  try {
    await textsReady();
  } catch (error) {
    ({ current, catalogues, coming } = before);
    throw error;
  }
  writeAs(language.code);
  const page = document.documentElement;
  page.lang = language.code;
  page.dir = language.dir;
  for (const heard of listeners) heard();
}

/** Hears of changes, as React's useSyncExternalStore wants it. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
