/** How large a photo may stand in a conversation, in pixels. */
const maxWide = 320;
const maxHigh = 340;

/** The place of a photo in a conversation: known before it is here, so that nothing moves when it comes. */
export function frameOf({ width, height }: { width: number; height: number }) {
  const isKnown = width > 0 && height > 0;
  const aspectRatio = isKnown ? Math.min(2.2, Math.max(0.6, width / height)) : 4 / 3;
  return { width: Math.round(Math.min(maxWide, maxHigh * aspectRatio)), aspectRatio };
}
