/** What one look at a sender tells: frames that left the encoder, and bytes that came back from the server. */
export type Count = { frames: number; received: number | undefined };

const look = 1000;
/** Without a new frame for so long, in milliseconds, nothing arrives. */
export const timeout = 3000;

/**
 * Watches whether pictures really leave this device and reach the server, which answers what it
 * gets: `tell` is called with each change, first when the first frame has left or should have.
 * Until the returned function is called.
 */
export function watchFrames(
  count: () => Promise<Count | undefined>,
  tell: (flows: boolean) => void,
) {
  let last: Count = { frames: 0, received: 0 };
  let sentAt = Number.NEGATIVE_INFINITY;
  let heardAt = Number.NEGATIVE_INFINITY;
  let flows: boolean | undefined;
  const startedAt = Date.now();

  const timer = setInterval(async () => {
    const counted = await count().catch(() => undefined);
    const now = Date.now();
    if (counted !== undefined) {
      // Another track counts from 0 again.
      if (counted.frames > 0 && counted.frames !== last.frames) sentAt = now;
      if (counted.received === undefined || counted.received !== last.received) heardAt = now;
      last = counted;
    }
    const flow = now - sentAt < timeout && now - heardAt < timeout;
    if (flow === flows || (flows === undefined && !flow && now - startedAt < timeout)) return;
    flows = flow;
    tell(flow);
  }, look);
  return () => clearInterval(timer);
}

/** Reads a sender's statistics (W3C WebRTC Stats). */
export function countOf(report: Iterable<[string, Record<string, unknown>]>): Count {
  let frames = 0;
  let received: number | undefined;
  for (const [, entry] of report) {
    if (entry.type === "outbound-rtp" && typeof entry.framesSent === "number")
      frames += entry.framesSent;
    if (entry.type === "candidate-pair" && typeof entry.bytesReceived === "number")
      received = (received ?? 0) + entry.bytesReceived;
  }
  return { frames, received };
}
