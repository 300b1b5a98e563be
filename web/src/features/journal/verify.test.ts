import {
  findBroken,
  type Head,
  isFirst,
  type Proof,
  readLeaf,
  verifyHead,
  verifyProof,
} from "./verify";

type Vectors = { publicKey: string; heads: Head[]; proofs: Proof[] };

// The file that the server's own tests write.
const files = import.meta.glob<string>("./testdata/proofs.json", {
  query: "?raw",
  import: "default",
  eager: true,
});
const { publicKey, heads, proofs }: Vectors = JSON.parse(Object.values(files)[0] ?? "{}");

const good = { isIncluded: true, isChained: true, signature: "valid" };

/** Another byte in place of the first. */
function flipped(hex: string): string {
  return (hex.startsWith("0") ? "1" : "0") + hex.slice(1);
}

function proofOf(size: number, index: number): Proof {
  const found = proofs.find((proof) => proof.size === size && proof.index === index);
  if (!found) throw new Error(`no proof of leaf ${index} of ${size}`);
  return found;
}

test("there are proofs to check", () => {
  expect(proofs.length).toBeGreaterThanOrEqual(19);
  expect(heads.map(({ size }) => size)).toEqual([1, 0, 3, 8, 300]);
});

test.each(proofs.map((proof) => [proof.size, proof.index, proof] as const))(
  "of %i leaves, that number %i is in its day",
  async (_size, _index, proof) => {
    expect(await verifyProof(proof, publicKey)).toEqual(good);
  },
);

// Leaves, steps and root as the reference implementations of RFC 6962 test them; their leaves happen
// to be text.
const reference = {
  root: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  paths: [
    {
      leaf: "",
      index: 0,
      path: [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
      ],
    },
    {
      leaf: "@ABC",
      index: 5,
      path: [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      ],
    },
  ],
};

test.each(reference.paths)("leaf $index of the reference tree is in it", async (step) => {
  const proof = { ...proofOf(8, 0), ...step, root: reference.root };
  expect((await verifyProof(proof, publicKey)).isIncluded).toBe(true);
  expect((await verifyProof({ ...proof, leaf: "else" }, publicKey)).isIncluded).toBe(false);
});

test("the only leaf of a day has index 0", async () => {
  for (const index of [-1, 1, 0.5]) {
    expect((await verifyProof({ ...proofOf(1, 0), index }, publicKey)).isIncluded).toBe(false);
  }
});

test("a leaf with one byte changed is in no day", async () => {
  const proof = proofOf(8, 5);
  for (let at = 0; at < proof.leaf.length; at++) {
    const letter = proof.leaf[at] === "x" ? "y" : "x";
    const leaf = proof.leaf.slice(0, at) + letter + proof.leaf.slice(at + 1);
    expect((await verifyProof({ ...proof, leaf }, publicKey)).isIncluded).toBe(false);
  }
});

test.each([
  ["another's leaf", { leaf: proofOf(8, 4).leaf }],
  ["another's path", { path: proofOf(8, 4).path }],
  ["another's index", { index: 4 }],
  ["an index below", { index: -1 }],
  ["an index above", { index: 8 }],
  ["half an index", { index: 5.5 }],
  ["a smaller tree", { size: 7 }],
  ["a larger tree", { size: 9 }],
  ["a shorter path", { path: proofOf(8, 5).path.slice(1) }],
  ["a longer path", { path: [...proofOf(8, 5).path, proofOf(8, 5).root] }],
  ["a path of something else", { path: ["beside"] }],
  ["a flipped step", { path: proofOf(8, 5).path.map(flipped) }],
  ["another root", { root: flipped(proofOf(8, 5).root) }],
])("with %s, the leaf is not in the day", async (_name, change) => {
  expect(await verifyProof({ ...proofOf(8, 5), ...change }, publicKey)).not.toEqual(good);
});

test.each([
  ["version", { version: 2 }],
  ["day", { day: "2026-11-09" }],
  ["size", { size: 9 }],
  ["root", { root: flipped(proofOf(8, 5).root) }],
  ["previous", { previous: flipped(proofOf(8, 5).previous) }],
])("with another %s, the day is neither chained nor signed", async (_name, change) => {
  const head = { ...proofOf(8, 5), ...change };
  expect(await verifyHead(head, publicKey)).toEqual({ isChained: false, signature: "invalid" });
});

test("a signature counts by the site's key only", async () => {
  const head = proofOf(1, 0);
  const own = flipped(publicKey);
  const invalid = { isChained: true, signature: "invalid" };
  expect(await verifyHead(head, own)).toEqual(invalid);
  expect(await verifyHead({ ...head, publicKey: own }, publicKey)).toEqual(invalid);
  expect(await verifyHead({ ...head, signature: flipped(head.signature) }, publicKey)).toEqual(
    invalid,
  );
  expect(await verifyHead({ ...head, signature: "" }, publicKey)).toEqual(invalid);
  expect(await verifyHead({ ...head, chain: flipped(head.chain) }, publicKey)).toEqual({
    isChained: false,
    signature: "valid",
  });
});

test("an older browser cannot say what the signature is worth", async () => {
  vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new DOMException("", "NotSupportedError"));
  expect(await verifyProof(proofOf(3, 1), publicKey)).toEqual({ ...good, signature: "unknown" });
});

test("the days follow each other", async () => {
  expect(await findBroken(heads, publicKey)).toBeUndefined();
  expect(await findBroken(heads.slice(2), publicKey)).toBeUndefined();
  expect(heads.map(isFirst)).toEqual([true, false, false, false, false]);
});

test("a day that was taken out, changed or moved is named", async () => {
  const [one, two, three, ...rest] = heads;
  if (!one || !two || !three) throw new Error("no heads");
  expect(await findBroken([one, three, ...rest], publicKey)).toBe(three.day);
  expect(await findBroken([one, { ...two, size: 1 }, three], publicKey)).toBe(two.day);
  expect(await findBroken([two, one], publicKey)).toBe(one.day);
  expect(await findBroken([one, { ...two, signature: one.signature }], publicKey)).toBe(two.day);
});

test("a leaf is read back", () => {
  const tip = readLeaf(proofOf(3, 1).leaf);
  expect(tip).toMatchObject({ key: "tip:1", kind: "tip", payer: "tom", payee: "nina" });
  expect(tip?.memo).toBe("für\tdich,\r\n\\o/ 💜");
  expect(tip?.reverses).toBeNull();
  expect(tip?.createdAt).toBe(Date.UTC(2026, 10, 2, 12) + 1);
  expect(tip?.legs.map(({ target, amount }) => [target, amount])).toEqual([
    ["earn:nina", 63],
    ["earn:studio", 42],
    ["site:revenue", 45],
  ]);
  expect(readLeaf(proofOf(3, 2).leaf)?.reverses).toBe("06gysbe4h1000000000000000g");
  expect(readLeaf("")).toBeUndefined();
  expect(readLeaf("2\tid")).toBeUndefined();
  expect(readLeaf(`${proofOf(3, 1).leaf}\tmore`)).toBeUndefined();
});
