// Writes src/realtime/events.gen.ts from the API's document: what the sockets
// send, typed by the same Go types as everything else.
import { readFileSync, writeFileSync } from "node:fs";

const [document, target] = process.argv.slice(2);
const events = JSON.parse(readFileSync(document, "utf8"))["x-socket-events"];
const lines = Object.keys(events)
  .sort()
  .map((name) => `  ${JSON.stringify(name)}: ${typeOf(events[name])};`);

function typeOf(schema) {
  if (schema.$ref) return `Schemas["${schema.$ref.split("/").at(-1)}"]`;
  return "Record<string, never>";
}

writeFileSync(
  target,
  `// Written by \`make generate\`; do not edit.
import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

/** What the server sends over the socket, by event name. */
export type ServerEvents = {
${lines.join("\n")}
};
`,
);
