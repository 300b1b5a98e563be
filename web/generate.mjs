// Writes what the web app takes from the API's document besides the calls: what the sockets send,
// typed by the same Go types as everything else, the ledger's kinds of transfer and the actions of
// the audit log.
import { readFileSync, writeFileSync } from "node:fs";

const [source, events, kinds, actions] = process.argv.slice(2);
const document = JSON.parse(readFileSync(source, "utf8"));
const head = "// Written by `make generate`; do not edit.\n";

writeFileSync(events, `${head}${eventsOf(document["x-socket-events"])}`);
writeFileSync(kinds, `${head}${kindsOf(document["x-transfer-kinds"])}`);
writeFileSync(actions, `${head}${actionsOf(document["x-audit-actions"])}`);

function eventsOf(sent) {
  const lines = Object.keys(sent)
    .sort()
    .map((name) => `  ${JSON.stringify(name)}: ${typeOf(sent[name])};`);
  return `import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

/** What the server sends over the socket, by event name. */
export type ServerEvents = {
${lines.join("\n")}
};
`;
}

function typeOf(schema) {
  if (schema.$ref) return `Schemas["${schema.$ref.split("/").at(-1)}"]`;
  return "Record<string, never>";
}

function kindsOf(list) {
  const incomes = list.filter(({ income }) => income);
  return `import { t } from "./texts";

/** The ledger's kinds of transfer, in the order of tables and forms. */
export const kinds = [
${list.map(kindOf).join("\n")}
] as const;

export type IncomeKind = ${incomes.map(({ id }) => JSON.stringify(id)).join(" | ")};

/** The same for each kind of income. */
export const eachIncome = <T>(of: (kind: IncomeKind) => T): Record<IncomeKind, T> => ({
${incomes.map(({ id }) => `  ${JSON.stringify(id)}: of(${JSON.stringify(id)}),`).join("\n")}
});
`;
}

function actionsOf(list) {
  return `import { t } from "./texts";

/** What staff do, as the audit log names it, in words. */
export const actions: Readonly<Record<string, () => string>> = {
${list.map(({ id, words }) => `  ${JSON.stringify(id)}: () => t(${JSON.stringify(words)}),`).join("\n")}
};
`;
}

// Its texts are said when they are read, in the language of that moment.
function kindOf({ one, many, ...kind }) {
  const said = (name, text) => `get ${name}() { return t(${JSON.stringify(text)}); }`;
  const plain = JSON.stringify(kind).slice(1, -1);
  return `  { ${plain}, ${said("one", one)}, ${said("many", many)} },`;
}
