import { createElement, Fragment, type ReactNode } from "react";
import { registerCatalogue, translated } from "./language";
import { pieces, type Values } from "./message";

type Words = string | number;
/** Draws what stands between `<a>` and `</a>`, for the value `a`. */
type Draw = (words: ReactNode) => ReactNode;

export type Texts = {
  /** A text in the language of the page: `t("{count, plural, one {# tip} other {# tips}}", { count })`. */
  (message: string, values?: Values<Words>): string;
  /** The same with elements: `t.rich("Read the <a>terms</a>.", { a: (words) => <Link…>{words}</Link> })`. */
  rich(message: string, values: Values<ReactNode | Draw>): ReactNode;
};

const none = {};

/**
 * The texts of a folder, in `<folder>/texts.ts`; the English of the folder's files is what its
 * catalogue in `locales/<language>/web` translates (docs/translating.md).
 */
export function texts(name: string): Texts {
  registerCatalogue(name);
  const t = (message: string, values: Values<Words> = none) =>
    pieces<Words>(translated(name, message), values, (_, inside) => inside.join("")).join("");
  t.rich = (message: string, values: Values<ReactNode | Draw>) =>
    together(pieces<ReactNode | Draw>(translated(name, message), values, wrap));
  return t;
}

function wrap(value: ReactNode | Draw, inside: readonly (ReactNode | Draw)[]): ReactNode {
  const words = together(inside);
  return typeof value === "function" ? value(words) : words;
}

// Their order never changes while a text is shown, so they need no keys.
function together(list: readonly (ReactNode | Draw)[]): ReactNode {
  const shown = list.map((one) => (typeof one === "function" ? undefined : one));
  return createElement(Fragment, null, ...shown);
}
