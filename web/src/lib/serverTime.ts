/**
 * The server's clock, which decides when requests, holds and shows end. A device whose clock is
 * wrong by more than `tolerance` counts by the server's; the `Date` header of each answer tells it.
 */
let offset = 0;

/** Milliseconds by which a device may differ before it is corrected: the header knows whole seconds. */
const tolerance = 2000;

/** The time at the server, in Unix milliseconds. */
export function serverNow(): number {
  return Date.now() + offset;
}

/** Takes the `Date` header of an answer that was asked for and came at these instants of this device. */
export function noteServerTime(date: string | null, asked: number, came: number) {
  const told = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(told)) return;
  // The server's second lies between the two; half a second is what the header leaves out on average.
  const found = told + 500 - (asked + came) / 2;
  const uncertain = tolerance + (came - asked) / 2;
  offset = Math.abs(found) <= uncertain ? 0 : found;
}
