import { formatTokens } from "@/lib/format";
import {
  type Head,
  type Proof,
  readLeaf,
  type Signature,
  type Transfer,
  verifyProof,
} from "./verify";

export type Evidence = { proof: Proof; published: Head; publicKey: string };

/** What a proof of one entry is worth. `why` are sentences; none: it holds. */
export type EntryVerdict = {
  why: readonly string[];
  signature: Signature;
  /** What the proof proves; undefined when it cannot be read. */
  entry: Transfer | undefined;
};

/** Checks that the entry asked for is in its day, and that the day is the one everybody sees. */
export async function checkEntry(
  id: string,
  { proof, published, publicKey }: Evidence,
): Promise<EntryVerdict> {
  const { isIncluded, isChained, signature } = await verifyProof(proof, publicKey);
  const entry = readLeaf(proof.leaf);
  const why = [
    ...(entry?.id === id ? [] : ["The proof is about another entry than the one asked for."]),
    ...(isIncluded ? [] : ["The entry does not lead to the fingerprint of its day."]),
    ...(isChained ? [] : ["The day's fingerprint is not that of what it says."]),
    ...(signature === "invalid" ? ["The day's signature is not the site's."] : []),
    ...(published.day === proof.day && published.chain === proof.chain
      ? []
      : ["The day is not the one that is published for everybody."]),
  ];
  return { why, signature, entry };
}

/** One leg of an entry in words; `me` is who reads. The amount is in hundredths of a token. */
export function legText(
  { source, target, amount }: Transfer["legs"][number],
  me: string | undefined,
): string {
  return `${formatTokens(amount / 100)} from ${placeName(source, me)} to ${placeName(target, me)}`;
}

const places: Readonly<Record<string, string>> = {
  wallet: "a member's wallet",
  earn: "somebody's earnings",
  hold: "what is held for a show or an order",
  payout: "what is reserved for a payout",
  site: "the site",
  world: "outside",
};

function placeName(account: string, me: string | undefined): string {
  if (me !== undefined && account === `wallet:${me}`) return "your wallet";
  if (me !== undefined && account === `earn:${me}`) return "your earnings";
  const [kind = ""] = account.split(":");
  return places[kind] ?? account;
}
