import { t } from "./texts";
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
    ...(entry?.id === id ? [] : [t("The proof is about another entry than the one asked for.")]),
    ...(isIncluded ? [] : [t("The entry does not lead to the fingerprint of its day.")]),
    ...(isChained ? [] : [t("The day's fingerprint is not that of what it says.")]),
    ...(signature === "invalid" ? [t("The day's signature is not the site's.")] : []),
    ...(published.day === proof.day && published.chain === proof.chain
      ? []
      : [t("The day is not the one that is published for everybody.")]),
  ];
  return { why, signature, entry };
}

/** One leg of an entry in words; `me` is who reads. The amount is in hundredths of a token. */
export function legText(
  { source, target, amount }: Transfer["legs"][number],
  me: string | undefined,
): string {
  return t("{tokens} from {source} to {target}", {
    tokens: amount / 100,
    source: placeName(source, me),
    target: placeName(target, me),
  });
}

const places = (): Readonly<Record<string, string>> => ({
  wallet: t("a member's wallet"),
  earn: t("somebody's earnings"),
  hold: t("what is held for a show or an order"),
  payout: t("what is reserved for a payout"),
  site: t("the site"),
  world: t("outside"),
});

function placeName(account: string, me: string | undefined): string {
  if (me !== undefined && account === `wallet:${me}`) return t("your wallet");
  if (me !== undefined && account === `earn:${me}`) return t("your earnings");
  const [kind = ""] = account.split(":");
  return places()[kind] ?? account;
}
