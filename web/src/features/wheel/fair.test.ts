import { newClientSeed, recompute } from "./fair";

type Vector = {
  name: string;
  serverSeed: string;
  commitment: string;
  clientSeed: string;
  nonce: number;
  weights: number[];
  segment: number;
  round: number;
  word: number;
};

// The same file as the server's own test reads.
const files = import.meta.glob<string>("./vectors.json", {
  query: "?raw",
  import: "default",
  eager: true,
});
const vectors: Vector[] = JSON.parse(Object.values(files)[0] ?? "[]");

const proofOf = ({ weights, ...seeds }: Vector) => ({
  ...seeds,
  version: "",
  segments: weights.map((weight, index) => ({ label: `prize ${index}`, weight, color: "#000000" })),
});

test("there are draws to repeat", () => {
  expect(vectors.length).toBeGreaterThanOrEqual(8);
});

test.each(vectors)("the browser draws what the server drew: $name", async (vector) => {
  const again = await recompute(proofOf(vector));
  expect(again.commitment).toBe(vector.commitment);
  expect(again.segment).toBe(vector.segment);
  expect(again.words.length).toBe(vector.word + 1);
  const round = vector.round === 0 ? "" : `:${vector.round}`;
  expect(again.message).toBe(`${vector.clientSeed}:${vector.nonce}${round}`);
});

test("another seed is another commitment", async () => {
  const [first, second] = vectors;
  if (!first || !second) throw new Error("no vectors");
  const forged = await recompute({ ...proofOf(first), serverSeed: second.serverSeed });
  expect(forged.commitment).not.toBe(first.commitment);
});

test("a seed of one's own is of letters and digits, and never the same", () => {
  expect(newClientSeed()).toMatch(/^[0-9a-f]{16}$/);
  expect(newClientSeed()).not.toBe(newClientSeed());
});
