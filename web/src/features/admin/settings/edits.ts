import { type Colours, paletteFrom } from "@/lib/color";
import { formTexts } from "@/lib/validate";
import type { MenuLink } from "@/settings/api";
import type { Setting } from "./api";

/** A setting as it is edited: numbers stay text until they are saved. */
export type Edit = string | boolean | string[] | Colours | MenuLink[];

/** What the operator has touched, by key. */
export type Edits = Readonly<Record<string, Edit>>;

/** Why settings are refused, by property: `tipMost`, `theme.brand`, `menus[0].title`. */
export type Problems = Readonly<Record<string, string>>;

const isNumeric = (setting: Setting) => ["number", "tokens", "percent"].includes(setting.type);

/** A value of the server in the shape in which it is edited. */
export function editOf(setting: Setting, value: unknown = setting.value): Edit {
  if (setting.type === "boolean") return value === true;
  if (setting.type === "colours") return coloursOf(value);
  if (setting.type === "menus") return Array.isArray(value) ? value.map(menuOf) : [];
  if (setting.type === "words") return Array.isArray(value) ? value.map(String) : [];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function textAt(value: unknown, name: string): string {
  const found: unknown = isObject(value) ? Reflect.get(value, name) : undefined;
  return typeof found === "string" ? found : "";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function coloursOf(value: unknown): Colours {
  return { brand: textAt(value, "brand"), success: textAt(value, "success") };
}

function menuOf(value: unknown): MenuLink {
  return {
    title: textAt(value, "title"),
    path: textAt(value, "path"),
    internal: isObject(value) && Reflect.get(value, "internal") === true,
    isOpenNewTab: isObject(value) && Reflect.get(value, "isOpenNewTab") === true,
  };
}

function same(one: Edit, other: Edit): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The settings whose edit differs from what the server has. */
export function changed(settings: readonly Setting[], edits: Edits): Setting[] {
  return settings.filter((setting) => {
    const edit = edits[setting.key];
    return edit !== undefined && !same(edit, editOf(setting));
  });
}

/** Only what was changed, as the server takes it; null where the default is wanted again. */
export function valuesToSave(settings: readonly Setting[], edits: Edits): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const setting of changed(settings, edits)) {
    const edit = edits[setting.key] ?? "";
    const usual = same(edit, editOf(setting, setting.default));
    values[setting.key] = usual ? null : isNumeric(setting) ? Number(edit) : edit;
  }
  return values;
}

/** What can be refused before asking the server, with its words (spec §5). */
export function problemsOf(settings: readonly Setting[], edits: Edits): Problems {
  const problems: Record<string, string> = {};
  for (const setting of changed(settings, edits)) {
    Object.assign(problems, problemOf(setting, edits[setting.key] ?? ""));
  }
  return problems;
}

function problemOf(setting: Setting, edit: Edit): Problems {
  const { key, min, max } = setting;
  if (isNumeric(setting)) {
    const number = Number(edit);
    if (edit === "") return { [key]: formTexts.required };
    if (!Number.isFinite(number)) return { [key]: formTexts.notNumber };
    if (number < min || number > max) return { [key]: formTexts.between(min, max) };
  }
  if (typeof edit === "string" && edit.trim() === "" && min > 0) {
    return { [key]: formTexts.required };
  }
  if (isColours(edit)) {
    const result = paletteFrom(edit);
    if ("problem" in result) return { [`${key}.${result.field}`]: result.problem };
  }
  return {};
}

export function isColours(edit: Edit): edit is Colours {
  return typeof edit === "object" && !Array.isArray(edit);
}

/** The problem of a setting as a whole, or of one part of it: `part` is ".brand" or "[0].title". */
export function problemAt(problems: Problems, key: string, part = ""): string | undefined {
  return problems[`${key}${part}`];
}

/** The setting that a refused property belongs to. */
export function ownerOf(settings: readonly Setting[], property: string): Setting | undefined {
  const key = property.replace(/[.[].*$/, "");
  return settings.find((setting) => setting.key === key);
}
