// Compresses what the build wrote, once, so that the server never has to: .br and
// .gz beside every script, style, drawing and catalogue. Smaller than a packet is left alone.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const packet = 1400;
const dist = join(import.meta.dirname, "dist");

for (const name of readdirSync(dist, { recursive: true })) {
  if (!/\.(js|css|svg|json)$/.test(name) || name.startsWith(".")) continue; // nobody fetches what is hidden
  const path = join(dist, name);
  const content = readFileSync(path);
  if (content.length < packet) continue;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}
