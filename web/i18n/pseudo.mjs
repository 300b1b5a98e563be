// The pseudo-languages of tests: English whose every letter wears an accent, 40 % longer and between
// brackets, so that a text that is cut, overlaps or is not translated is seen; once from the left
// (en-XA) and once from the right (ar-XB), named as Unicode's CLDR does.
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { printAST } from "@formatjs/icu-messageformat-parser/printer.js";

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const accented = [..."áƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"];
const wear = (text) => text.replace(/[a-zA-Z]/g, (letter) => accented[plain.indexOf(letter)]);

export const pseudoLanguages = [
  { code: "en-XA", name: "Pseudo", dir: "ltr", write: (message) => pseudo(message, "") },
  {
    code: "ar-XB",
    name: "Pseudo, from the right",
    dir: "rtl",
    write: (message) => pseudo(message, "\u200f"),
  },
];

function pseudo(message, mark) {
  let letters = 0;
  const walk = (nodes) => {
    for (const node of nodes) {
      if (node.type === TYPE.literal) {
        letters += node.value.length;
        node.value = wear(node.value);
      }
      if (node.children) walk(node.children);
      for (const { value } of Object.values(node.options ?? {})) walk(value);
    }
    return nodes;
  };
  const written = printAST(walk(parse(message)));
  const longer = "one two three four five six ".repeat(20).slice(0, Math.ceil(letters * 0.4));
  return `${mark}[${written} ${wear(longer).trim()}]${mark}`;
}
