import { useState } from "react";
import { cx } from "@/lib/cx";
import { cardPicture, portraitOf } from "./picture";
import type { Performer } from "./types";

type CardPictureProps = {
  performer: Performer;
  /** Among the first on the page: loaded at once. */
  eager?: boolean;
  /** How wide the card is, as in the img element's `sizes`. */
  sizes: string;
  className?: string;
};

/** A card's picture. A frame that cannot be had gives way to the portrait, a portrait to the initial. */
export function CardPicture({ performer, eager = false, sizes, className }: CardPictureProps) {
  const [broken, setBroken] = useState<string[]>([]);
  const picture = [cardPicture(performer), portraitOf(performer)].find(
    (one) => one && !broken.includes(one.src),
  );
  if (picture === undefined) return <Initial name={performer.name} />;
  return (
    <img
      {...picture}
      alt=""
      sizes={sizes}
      width={320}
      height={400}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : "auto"}
      decoding="async"
      onError={() => setBroken((earlier) => [...earlier, picture.src])}
      className={cx(
        "size-full object-cover transition-transform duration-500 ease-out group-hover:scale-[1.04]",
        className,
      )}
    />
  );
}

function Initial({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-full place-items-center bg-[radial-gradient(circle_at_30%_20%,var(--brand-soft),transparent_70%)] text-[72px] font-extrabold text-fg3/60"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
