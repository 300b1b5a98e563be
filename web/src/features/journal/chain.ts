import { onDevice } from "@/lib/storage";
import { fetchDays, maxDays } from "./api";
import { t } from "./texts";
import { findBroken, type Head, isFirst, type Signature, verifyHead } from "./verify";

/** What is known after the whole chain was looked at. */
export type Verdict =
  | { kind: "empty" }
  | { kind: "whole"; heads: readonly Head[]; entries: number; signature: Signature }
  /** `why` are sentences. */
  | { kind: "broken"; day: string; why: readonly string[] };

/** How far it is, of 1. */
export type OnProgress = (share: number) => void;

const step = 3;

/** Fetches every closed day and checks it, the oldest first; it never trusts what it was sent. */
export async function checkChain(onProgress: OnProgress): Promise<Verdict> {
  const { heads, publicKey } = await fetchAll((share) => onProgress(share / 2));
  const [first] = heads;
  if (first === undefined) return { kind: "empty" };
  if (!isFirst(first)) {
    return { kind: "broken", day: first.day, why: [t("The days before it are missing.")] };
  }
  for (let at = 0; at < heads.length; at += step) {
    const part = heads.slice(Math.max(0, at - 1), at + step); // with the day that it follows
    const day = await findBroken(part, publicKey);
    if (day !== undefined) return { kind: "broken", day, why: await reasons(part, day, publicKey) };
    onProgress(0.5 + Math.min(at + step, heads.length) / heads.length / 2);
  }
  const kept = keptDay();
  if (kept !== undefined && heads.find(({ day }) => day === kept.day)?.chain !== kept.chain) {
    const why = [
      t(
        "It is another day than the one that this browser saw here before. What was closed then has been changed or taken away.",
      ),
    ];
    return { kind: "broken", day: kept.day, why };
  }
  keepDay(heads.at(-1));
  const { signature } = await verifyHead(heads.at(-1) ?? first, publicKey);
  const entries = heads.reduce((sum, { size }) => sum + size, 0);
  return { kind: "whole", heads, entries, signature };
}

/** The oldest first. A day that is closed meanwhile moves the pages, so days may come twice. */
async function fetchAll(onProgress: OnProgress) {
  const heads = new Map<string, Head>();
  let offset = 0;
  for (;;) {
    const { data, total, publicKey } = await fetchDays(offset, maxDays);
    for (const head of data) heads.set(head.day, head);
    offset += data.length;
    onProgress(total === 0 ? 1 : Math.min(1, offset / total));
    if (data.length === 0 || offset >= total) {
      const sorted = [...heads.values()].sort((a, b) => a.day.localeCompare(b.day));
      return { heads: sorted, publicKey };
    }
  }
}

async function reasons(heads: readonly Head[], day: string, publicKey: string): Promise<string[]> {
  const head = heads.find((one) => one.day === day);
  if (head === undefined) return [];
  const { isChained, signature } = await verifyHead(head, publicKey);
  const why = [
    ...(isChained ? [] : [t("Its fingerprint is not that of what it says.")]),
    ...(signature === "invalid" ? [t("Its signature is not the site's.")] : []),
  ];
  return why.length > 0 ? why : [t("It does not follow the day before.")];
}

const place = "journal.newest";

/** The newest day that this browser has checked before: the site cannot reach it. */
function keptDay(): { day: string; chain: string } | undefined {
  const [day, chain] = (onDevice.get(place) ?? "").split(" ");
  return day && chain ? { day, chain } : undefined;
}

function keepDay(head: Head | undefined) {
  if (head) onDevice.set(place, `${head.day} ${head.chain}`);
}
