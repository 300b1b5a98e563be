import { HttpResponse, http } from "msw";
import type { Wheel } from "@/performers/wheel";
import { answerMedia } from "@/testing/media";
import { server } from "@/testing/server";
import type { Result, Spin } from "./api";

const labels = ["Song request", "Shout-out", "Dance", "Ask me", "Kiss", "Dare"];

/** Nina's wheel: six prizes, the first as likely as the other five together. */
export function wheelOfNina(changes: Partial<Wheel> = {}): Wheel {
  const weights = [50, 10, 10, 10, 10, 10];
  return {
    data: labels.map((label, position) => ({
      _id: `s${position}`,
      label,
      weight: weights[position] ?? 1,
      color: "#a2252d",
      position,
      chance: weights[position] ?? 1,
    })),
    total: 6,
    performerId: "nina",
    price: 25,
    version: "v1",
    fewest: 6,
    most: 24,
    isOpen: true,
    ...changes,
  };
}

// Worked out by hand for weights 50, 10, 10, 10, 10 and 10; VerifySheet.test.tsx repeats it.
const serverSeed = "00".repeat(32);

export const commitment = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";

export function resultOfTom(changes: Partial<Result> = {}): Result {
  return {
    _id: "r1",
    performerInfo: { _id: "nina", username: "nina" },
    userInfo: { _id: "tom", username: "tom" },
    conversationId: "c1",
    segment: 0,
    label: "Song request",
    color: "#a2252d",
    originalPrice: 25,
    status: "pending",
    refunded: 0,
    createdAt: "2026-11-02T12:00:00Z",
    fairness: {
      commitment,
      serverSeed,
      clientSeed: "luck",
      nonce: 1,
      version: "v1",
      segments: wheelOfNina().data.map(({ label, weight, color }) => ({ label, weight, color })),
    },
    ...changes,
  };
}

export function spinOfTom(changes: Partial<Spin> = {}): Spin {
  return {
    ...resultOfTom(),
    type: "wheel",
    balance: 75,
    next: { commitment: "next", nonce: 2 },
    ...changes,
  };
}

/** A network that knows Nina's wheel, a promise, and these results. */
export function serveWheel(wheel: Wheel = wheelOfNina(), results: Result[] = []) {
  server.use(
    http.get("*/api/wheels/search", () => HttpResponse.json({ data: wheel })),
    http.get("*/api/wheels/fairness/:id", () =>
      HttpResponse.json({ data: { commitment, nonce: 1 } }),
    ),
    http.get("*/api/wheel-result/search", ({ request }) => {
      const status = new URL(request.url).searchParams.get("status");
      const data = results.filter((result) => status === null || result.status === status);
      return HttpResponse.json({ data: { data, total: data.length } });
    }),
  );
}

/** The page of a person who wants no motion: the wheel stands at once. */
export function withoutMotion() {
  answerMedia((query) => query.includes("reduced-motion"));
}
