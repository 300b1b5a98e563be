// Whoever was cut off at the same moment does not come back at the same moment.
const spread = 0.25;

/**
 * Tries again until `cancel`, after the next of `pauses` in milliseconds, and after the last one again
 * and again. By chance a pause is up to a quarter shorter.
 */
export function createRetry(pauses: readonly number[]) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel() {
    clearTimeout(timer);
    timer = undefined;
  }

  return {
    later(again: () => void) {
      cancel();
      const pause = pauses[failures++] ?? pauses.at(-1) ?? 0;
      timer = setTimeout(
        () => {
          timer = undefined;
          again();
        },
        pause * (1 - spread * Math.random()),
      );
    },
    isWaiting: () => timer !== undefined,
    /** The first pause is next. */
    reset() {
      failures = 0;
    },
    cancel,
  };
}
