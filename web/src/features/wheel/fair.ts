import type { Schemas } from "@/api/client";

/** What anybody needs to repeat a draw. */
export type Proof = Schemas["WheelProof"];

/** One 32-bit number of a digest; those at or above the limit are passed over. */
export type Word = { hex: string; value: number; isUsed: boolean };

/** A draw, recomputed step by step. internal/wheel/README.md has the algorithm. */
export type Recomputed = {
  /** SHA-256 of the server seed, in hexadecimal. */
  commitment: string;
  /** What HMAC-SHA256 was made of, keyed by the server seed. The last one counts. */
  message: string;
  digest: string;
  words: Word[];
  total: number;
  limit: number;
  /** From 0 to total − 1. */
  number: number;
  segment: number;
};

const span = 2 ** 32;

/** Browsers compute digests on secure pages only. */
export function canRecompute(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Repeats the draw in this browser, from nothing but the proof. */
export async function recompute(proof: Proof): Promise<Recomputed> {
  const seed = bytesOf(proof.serverSeed);
  const weights = proof.segments.map(({ weight }) => weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const limit = span - (span % total);
  const commitment = hexOf(await crypto.subtle.digest("SHA-256", seed));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", seed, algorithm, false, ["sign"]);
  for (let round = 0; ; round++) {
    const message = messageOf(proof, round);
    const signed = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(message));
    const words = wordsOf(signed, limit);
    const used = words.at(-1);
    if (!used?.isUsed) continue;
    const number = used.value % total;
    const digest = hexOf(signed);
    return {
      commitment,
      message,
      digest,
      words,
      total,
      limit,
      number,
      segment: at(weights, number),
    };
  }
}

function messageOf({ clientSeed, nonce }: Proof, round: number): string {
  return round === 0 ? `${clientSeed}:${nonce}` : `${clientSeed}:${nonce}:${round}`;
}

// Up to and including the first that may be used.
function wordsOf(digest: ArrayBuffer, limit: number): Word[] {
  const view = new DataView(digest);
  const words: Word[] = [];
  for (let offset = 0; offset < digest.byteLength; offset += 4) {
    const value = view.getUint32(offset);
    const isUsed = value < limit;
    words.push({ hex: value.toString(16).padStart(8, "0"), value, isUsed });
    if (isUsed) break;
  }
  return words;
}

// The segment in which the number lies when the weights are laid end to end.
function at(weights: readonly number[], number: number): number {
  let end = 0;
  return weights.findIndex((weight) => {
    end += weight;
    return number < end;
  });
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A member's part of a draw that nobody else chose. */
export function newClientSeed(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(8)).buffer);
}
