import { Coin } from "@/ui/Coin";

const coins = Array.from({ length: 14 }, (_, index) => {
  const angle = (index / 14) * 2 * Math.PI;
  const reach = 90 + (index % 3) * 45;
  return {
    id: index,
    x: Math.round(Math.cos(angle) * reach),
    y: Math.round(Math.sin(angle) * reach - 60),
    size: 18 + (index % 4) * 5,
  };
});

/** Coins that fly up once for a tip. Give it a new key for each; nothing at count 0. */
export function TipBurst({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 grid place-items-center">
      <div className="relative size-0">
        {coins.map(({ id, x, y, size }) => (
          <span key={id} className="burst absolute" style={{ "--x": `${x}px`, "--y": `${y}px` }}>
            <Coin size={size} />
          </span>
        ))}
      </div>
    </div>
  );
}

declare module "react" {
  interface CSSProperties {
    "--x"?: string;
    "--y"?: string;
  }
}
