// What a message may say (src/i18n/message.ts reads no more), and what two of them have in common.
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";

/** The arguments and tags of a message by name, each with its kind; throws for what is no message. */
export function partsOf(message, language = "en") {
  if (/'[{}<>]/.test(message)) throw new Error("quotes before braces or tags");
  const found = new Map();
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const take = (name, kind) => {
    if ((found.get(name) ?? kind) !== kind && kind !== "argument") found.set(name, kind);
    else found.set(name, found.get(name) ?? kind);
  };
  const walk = (nodes) => {
    for (const node of nodes) {
      if (node.type === TYPE.argument) take(node.value, "argument");
      else if (node.type === TYPE.select) {
        take(node.value, `select ${Object.keys(node.options).sort()}`);
        for (const { value } of Object.values(node.options)) walk(value);
      } else if (node.type === TYPE.plural) {
        if (node.pluralType !== "cardinal" || node.offset) throw new Error("only plain plurals");
        take(node.value, "plural");
        const cases = Object.keys(node.options);
        const odd = cases.find((one) => !one.startsWith("=") && !categories.includes(one));
        if (odd) throw new Error(`${language} has no plural form ${odd}`);
        if (!cases.includes("one") && categories.includes("one")) throw new Error("no form one");
        for (const { value } of Object.values(node.options)) walk(value);
      } else if (node.type === TYPE.tag) {
        take(node.value, "tag");
        walk(node.children);
      } else if (node.type !== TYPE.literal && node.type !== TYPE.pound) {
        throw new Error("numbers and dates are written by lib/format and lib/time");
      }
    }
  };
  walk(parse(message, { requiresOtherClause: true, shouldParseSkeletons: false }));
  return found;
}
