type Size = { width: number; height: number };
type Box = { left: number; right: number; top: number; bottom: number };

const gap = 8;

/**
 * Where something opens beside its button, in the window's pixels: below it, or above where only
 * there is room, or over it where neither has any. `edge` is the one that both have in common. Never
 * beyond the window's edges.
 */
export function beside(anchor: Box, size: Size, view: Size, edge: "left" | "right") {
  const within = (at: number, length: number, most: number) =>
    Math.max(gap, Math.min(at, most - length - gap));
  const below = anchor.bottom + gap;
  const above = anchor.top - gap - size.height;
  const top = below + size.height + gap <= view.height || above < gap ? below : above;
  const left = edge === "left" ? anchor.left : anchor.right - size.width;
  return {
    left: within(left, size.width, view.width),
    top: within(top, size.height, view.height),
  };
}
