/** How far back the pace is measured, in milliseconds: long enough for a picture that is calm. */
const span = 15_000;

/** Tells from what was sent lately how long the rest will take. */
export function paceOf() {
  let seen: { at: number; sent: number }[] = [];
  return {
    /** Milliseconds for the rest; undefined while nobody can tell. */
    remaining(at: number, sent: number, size: number): number | undefined {
      const newest = seen.at(-1);
      if (newest !== undefined && sent < newest.sent) seen = []; // it went on further back
      seen.push({ at, sent });
      while (seen.length > 2 && (seen[1]?.at ?? at) < at - span) seen.shift();
      const oldest = seen[0];
      if (oldest === undefined || at - oldest.at < 1000 || sent === oldest.sent) return undefined;
      return ((size - sent) * (at - oldest.at)) / (sent - oldest.sent);
    },
    /** The line was silent: what was measured before says nothing any more. */
    reset() {
      seen = [];
    },
  };
}
