import { useRef } from "react";
import { idempotencyKey } from "./client";

/**
 * Answers with a key for what is about to be sent: the same as long as that is the same, so that a
 * lost answer is asked for again and nothing is done twice.
 */
export function useIdempotencyKey() {
  const last = useRef({ words: "", key: "" });
  return (...what: readonly unknown[]) => {
    const words = JSON.stringify(what);
    if (last.current.words !== words) last.current = { words, key: idempotencyKey() };
    return last.current.key;
  };
}
