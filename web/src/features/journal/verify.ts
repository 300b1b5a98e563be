/**
 * Checks the journal's proofs in this browser, by SHA-256 and Ed25519 alone: it asks no server and
 * imports nothing, so that anybody can read it, copy it and run it elsewhere. The encoding is told
 * in docs/decisions/0015-journal-proof.md; internal/ledger/journal makes what is checked here.
 */

/** A closed day. Hashes, signature and key are lower case hexadecimal. */
export type Head = {
  version: number;
  /** UTC, such as 2026-11-02. */
  day: string;
  /** How many transfers the day has. */
  size: number;
  root: string;
  /** The chain of the day before; zeros for the first day. */
  previous: string;
  chain: string;
  signature: string;
  publicKey: string;
};

/** One transfer's place in its day: the hashes beside the way from its leaf to the root. */
export type Proof = Head & { leaf: string; index: number; path: readonly string[] };

/** What a signature is worth. It is unknown where the browser cannot check Ed25519. */
export type Signature = "valid" | "invalid" | "unknown";

export type CheckedHead = {
  /** The chain value is that of the day's text. */
  isChained: boolean;
  signature: Signature;
};

export type CheckedProof = CheckedHead & {
  /** The leaf leads to the day's root. */
  isIncluded: boolean;
};

const version = 1;
const genesis = "0".repeat(64);
const leafByte = 0;
const nodeByte = 1;
const chainByte = 2;

/** Browsers compute digests on secure pages only. */
export function canVerify(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Checks a proof against a key that the reader knows to be the site's. */
export async function verifyProof(proof: Proof, publicKey: string): Promise<CheckedProof> {
  const reached = await reach(proof);
  return { isIncluded: reached === proof.root, ...(await verifyHead(proof, publicKey)) };
}

/** Checks one day in itself. */
export async function verifyHead(head: Head, publicKey: string): Promise<CheckedHead> {
  const text = new TextEncoder().encode(textOf(head));
  return {
    isChained: head.version === version && hexOf(await digest(chainByte, text)) === head.chain,
    signature: head.publicKey === publicKey ? await verifySignature(head, text) : "invalid",
  };
}

/**
 * Checks days that lie beside each other, the oldest first, and returns the first that is wrong in
 * itself or does not follow the one before; undefined when all hold.
 */
export async function findBroken(
  heads: readonly Head[],
  publicKey: string,
): Promise<string | undefined> {
  let before: Head | undefined;
  for (const head of heads) {
    const { isChained, signature } = await verifyHead(head, publicKey);
    const follows =
      before === undefined || (head.previous === before.chain && head.day === dayAfter(before.day));
    if (!isChained || signature === "invalid" || !follows) return head.day;
    before = head;
  }
  return undefined;
}

/** The first day follows nothing. */
export function isFirst(head: Head): boolean {
  return head.previous === genesis;
}

/** What is chained and signed. */
function textOf({ day, size, root, previous, ...head }: Head): string {
  return `limelight journal ${head.version}\n${day}\n${size}\n${root}\n${previous}\n`;
}

/** The root that the path leads to (RFC 9162, section 2.1.3.2); undefined when it does not fit. */
async function reach({ leaf, index, size, path }: Proof): Promise<string | undefined> {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size)) return undefined;
  if (index < 0 || index >= size) return undefined;
  let [at, last] = [index, size - 1];
  let node = await digest(leafByte, new TextEncoder().encode(leaf));
  for (const step of path) {
    const beside = bytesOf(step, 32);
    if (beside === undefined || last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      node = await digest(nodeByte, beside, node);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      node = await digest(nodeByte, node, beside);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hexOf(node) : undefined;
}

async function verifySignature(head: Head, text: Uint8Array<ArrayBuffer>): Promise<Signature> {
  const key = bytesOf(head.publicKey, 32);
  const signature = bytesOf(head.signature, 64);
  if (key === undefined || signature === undefined) return "invalid";
  try {
    const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    const holds = await crypto.subtle.verify("Ed25519", imported, signature, text);
    return holds ? "valid" : "invalid";
  } catch {
    return "unknown"; // an older browser, which says nothing about the signature
  }
}

/** SHA-256; the byte in front keeps leaves, nodes and days apart. */
async function digest(
  byte: number,
  ...parts: readonly Uint8Array[]
): Promise<Uint8Array<ArrayBuffer>> {
  const length = parts.reduce((sum, part) => sum + part.length, 1);
  const all = new Uint8Array(length);
  all[0] = byte;
  let end = 1;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function bytesOf(hex: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  if (hex.length !== 2 * length || !/^[0-9a-f]*$/.test(hex)) return undefined;
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One amount that a transfer took from one account to another, in hundredths of a token. */
export type Leg = { leg: number; source: string; target: string; amount: number };

/** A leaf, read: what the proof proves. */
export type Transfer = {
  id: string;
  key: string;
  kind: string;
  reference: string;
  payer: string;
  payee: string;
  /** The transfer that this one takes back. */
  reverses: string | null;
  memo: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  legs: Leg[];
};

/** Reads a leaf for people; undefined when it is none. */
export function readLeaf(leaf: string): Transfer | undefined {
  const [first, ...fields] = leaf.split("\t");
  const take = () => fields.shift() ?? "";
  const text = () => plain(take());
  if (first !== String(version)) return undefined;
  const [id, key, kind, reference, payer, payee] = [text(), text(), text(), text(), text(), text()];
  const reversed = take();
  const memo = text();
  const createdAt = Number(take());
  const count = Number(take());
  if (fields.length !== 4 * count + 1) return undefined; // the last field is the salt
  const legs = Array.from({ length: count }, () => ({
    leg: Number(take()),
    source: text(),
    target: text(),
    amount: Number(take()),
  }));
  const reverses = reversed === "\\N" ? null : plain(reversed);
  return { id, key, kind, reference, payer, payee, reverses, memo, createdAt, legs };
}

const escaped: Record<string, string> = { t: "\t", n: "\n", r: "\r", "\\": "\\" };

function plain(field: string): string {
  return field.replace(/\\(.)/g, (all, letter: string) => escaped[letter] ?? all);
}
