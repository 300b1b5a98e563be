import { Lock, type LucideIcon, Play } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { formatTokens } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Coin } from "@/ui/Coin";
import { Link } from "@/ui/Link";
import { kindIcons } from "./kindIcons";
import type { ItemType } from "./kinds";
import type { PhotoShape } from "./photo";
import { StorePicture } from "./StorePicture";
import { t } from "./texts";

type ItemCardProps = {
  type: ItemType;
  /** Where the card leads. */
  href: string;
  title: string;
  cover: PhotoShape | undefined;
  /** Only the blur of the cover. */
  blurred?: boolean;
  /** In the middle: under a lock, or ready to be played. */
  sign?: "lock" | "play" | undefined;
  /** Instead of the sign of its kind. */
  icon?: LucideIcon | undefined;
  /** What it holds: as it is shown beside the sign in the corner, and as it is read. */
  content?: { shown?: string; read: string } | undefined;
  /** A button lies over the other corner. */
  hasButton?: boolean;
  /** In tokens; nothing where it does not matter any more. */
  price?: number | undefined;
  /** Under the title, such as whose it is. */
  byline?: ReactNode;
  /** In the corner, such as that it is bought. */
  badges?: ReactNode;
  /** Over the cover, such as its trailer. */
  preview?: ReactNode;
  /** There is none left of it. */
  faded?: boolean;
  /** Among the first on the page. */
  eager?: boolean;
};

/** What is sold in a grid, 4:5 as performers' cards are. */
export function ItemCard(props: ItemCardProps) {
  const { type, href, title, cover, blurred = false, sign, content, price, byline } = props;
  const { icon, hasButton = false, badges, preview, faded = false, eager } = props;
  const Icon = icon ?? kindIcons[type];
  return (
    <article className="group relative isolate grid overflow-hidden rounded-lg bg-s2">
      <div className="col-start-1 row-start-1 aspect-[4/5] overflow-hidden">
        <div className="size-full transition-transform duration-500 ease-out group-hover:scale-[1.04]">
          {cover ? (
            <StorePicture
              photo={cover}
              locked={blurred}
              sizes="(max-width: 767px) 50vw, 280px"
              {...(faded && { className: "opacity-50 grayscale" })}
              {...(eager && { eager })}
            />
          ) : (
            <span className="grid size-full place-items-center text-fg3">
              <Icon size={36} aria-hidden />
            </span>
          )}
        </div>
      </div>
      {preview}
      {sign && cover && (
        <span className="absolute inset-0 grid place-items-center">
          <span className="grid size-12 place-items-center rounded-full bg-black/55 text-white">
            {sign === "lock" ? (
              <Lock size={20} aria-hidden />
            ) : (
              <Play size={20} className="translate-x-px fill-current" aria-hidden />
            )}
          </span>
        </span>
      )}
      <div
        className={cx(
          "absolute inset-x-0 top-0 flex flex-wrap items-start gap-1.5 p-2.5",
          hasButton && "pe-26 max-sm:pe-2.5 max-sm:pt-13", // under it on a phone: its word has any length
        )}
      >
        {content && (
          <Badge tone="overlay">
            <Icon size={13} aria-hidden />
            {content.shown && (
              <span aria-hidden className="tnum">
                {content.shown}
              </span>
            )}
            <span className="sr-only">{content.read}</span>
          </Badge>
        )}
        {badges}
      </div>
      {/* Isolated, not positioned: the link inside covers the whole card. */}
      <div className="isolate col-start-1 row-start-1 min-w-0 self-end bg-[linear-gradient(to_top,rgb(8_4_5/.94),rgb(8_4_5/.66)_55%,transparent)] p-3 pt-14 text-white">
        <h3 className="line-clamp-2 text-body font-bold [overflow-wrap:anywhere]">
          <Link href={href} className={wholeCard}>
            {title}
          </Link>
        </h3>
        <p className="mt-0.5 flex min-h-[18px] items-center gap-2 text-caption text-white/80">
          <span className="min-w-0 flex-1 truncate">{byline}</span>
          {price !== undefined && (
            <span className="tnum flex shrink-0 items-center gap-1 text-label font-bold text-white">
              <Coin size={16} />
              {formatTokens(price)}
              <span className="sr-only">
                {" "}
                {t("{count, plural, one {token} other {tokens}}", { count: price })}
              </span>
            </span>
          )}
        </p>
      </div>
    </article>
  );
}

const wholeCard =
  "outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand-ink";
