let leave: (() => void) | undefined;

/**
 * Notes that this page publishes her public show, and how that is ended. Nobody
 * publishes into two shows: who goes into another one ends this first. Returns
 * what takes the note back.
 */
export function notePublication(end: () => void): () => void {
  leave = end;
  return () => {
    if (leave === end) leave = undefined;
  };
}

/** Ends what this page publishes, if anything. */
export function endPublication() {
  leave?.();
}
