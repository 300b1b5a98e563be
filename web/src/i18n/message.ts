import { formatTokens } from "@/lib/format";
import { perLanguage } from "./locale";

/**
 * What a message is made of: plain words, an argument, a choice by number or by word, and words
 * between tags. `#` in a plural is its number. This is the part of ICU MessageFormat that
 * `web/i18n/icu.mjs` lets through, so nothing else reaches a reader.
 */
type Part =
  | string
  | { arg: string }
  | { arg: string; kind: string; cases: Record<string, Part[]> }
  | { tag: string; inside: Part[] };

export type Values<Value> = Readonly<Record<string, Value>>;

const piece = /([^{}<#]+)|(#)|<(\w+)>|\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,)?/y;
const begun = /\s*(=?\w+)\s*\{/y;
const ended = /\s*\}|<\/\w+>/y;

function read(message: string): Part[] {
  let at = 0;
  function next(pattern: RegExp) {
    pattern.lastIndex = at;
    const found = pattern.exec(message);
    if (found) at = pattern.lastIndex;
    return found;
  }
  function parts(): Part[] {
    const list: Part[] = [];
    for (let found = next(piece); found; found = next(piece)) {
      const [, words, number, tag, arg = "", kind] = found;
      if (words) list.push(words);
      else if (number) list.push({ arg: number });
      else if (tag) list.push({ tag, inside: parts() });
      else if (kind) list.push({ arg, kind, cases: cases() });
      else list.push({ arg });
      if (!words && !number) next(ended);
    }
    return list;
  }
  function cases() {
    const all: Record<string, Part[]> = {};
    for (let found = next(begun); found; found = next(begun)) {
      all[found[1] ?? ""] = parts();
      next(ended);
    }
    return all;
  }
  return parts();
}

const rules = perLanguage((code) => new Intl.PluralRules(code));

type Wrap<Value> = (value: Value | undefined, inside: (Value | string)[]) => Value | string;

/** The pieces of a message in their order; `wrap` gives a pair of tags its value. */
function fill<Value>(
  parts: readonly Part[],
  values: Values<Value>,
  wrap: Wrap<Value>,
  count?: Value,
): (Value | string)[] {
  return parts.flatMap((part): (Value | string)[] => {
    if (typeof part === "string") return [part];
    if ("tag" in part) return [wrap(values[part.tag], fill(part.inside, values, wrap, count))];
    const value = part.arg === "#" ? count : values[part.arg];
    if (!("cases" in part))
      return [typeof value === "number" ? formatTokens(value) : (value ?? part.arg)];
    const { cases } = part;
    if (part.kind === "select")
      return fill(cases[`${value}`] ?? cases.other ?? [], values, wrap, count);
    const chosen = cases[`=${value}`] ?? cases[rules().select(Number(value))] ?? cases.other;
    return fill(chosen ?? [], values, wrap, value);
  });
}

const known = new Map<string, Part[]>();

/** The pieces of a message for these values. What has no braces, tags or numbers is not read. */
export function pieces<Value>(message: string, values: Values<Value>, wrap: Wrap<Value>) {
  if (!/[{<#]/.test(message)) return [message];
  const parts = known.get(message) ?? read(message);
  known.set(message, parts);
  return fill(parts, values, wrap);
}
