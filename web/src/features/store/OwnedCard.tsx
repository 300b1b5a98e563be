import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { paths } from "@/app/paths";
import { serverNow } from "@/lib/serverTime";
import { formatAgo, formatDate, formatDuration } from "@/lib/time";
import { refundable } from "@/money/refunds/api";
import { kindIcons } from "@/store/kindIcons";
import { useUndoable } from "@/store/undoable";
import { Badge } from "@/ui/Badge";
import { Link } from "@/ui/Link";
import { Progress } from "@/ui/Progress";
import { useHasPage } from "@/ui/useAddress";
import { t } from "./texts";
import type { OwnedItem } from "./types";

type OwnedCardProps = {
  item: OwnedItem;
  /** Of its heading on the page. */
  level?: 2 | 3;
};

/** Something a member owns: what it is, when it was bought and looked at, and what was given back of it. */
export function OwnedCard({ item, level = 2 }: OwnedCardProps) {
  const { type, itemId, title, performerInfo, createdAt, lastSeenAt, refunded, quantity } = item;
  const now = serverNow();
  const fresh = useUndoable(type, itemId);
  // To load it would end the undo.
  const isWaiting =
    fresh !== undefined || (item.undoUntil !== undefined && Date.parse(item.undoUntil) > now);
  const cover = type === "gallery" ? coverOf(item, isWaiting) : item.cover;
  const hasEnded = !item.isBought;
  const left = hasEnded ? undefined : leftOf(item);
  const Icon = kindIcons[type];
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <article className="group relative isolate overflow-hidden rounded-lg border border-line bg-s1">
      <div className="relative aspect-[4/5] overflow-hidden bg-s2">
        {type === "video" && !hasEnded && (
          <span className="pointer-events-none absolute inset-x-0 top-0 z-[1] grid aspect-[4/5] place-items-center">
            <span className="grid size-12 place-items-center rounded-full bg-black/55 text-white">
              <Play size={20} className="translate-x-px fill-current" aria-hidden />
            </span>
          </span>
        )}
        {cover ? (
          <img
            src={cover}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full object-cover transition-transform duration-500 ease-out group-hover:scale-[1.04]"
          />
        ) : (
          <span className="grid size-full place-items-center text-fg3">
            <Icon size={32} aria-hidden />
          </span>
        )}
        {left !== undefined && (
          <Progress
            label={t("Watched of “{title}”", { title })}
            value={item.positionMs ?? 0}
            max={item.durationMs ?? 0}
            className="absolute inset-x-2.5 bottom-2.5"
          />
        )}
      </div>
      <div className="absolute inset-x-0 top-0 flex flex-wrap gap-1.5 p-2.5">
        {hasEnded && <Badge tone="overlay">{t("Taken down")}</Badge>}
        {!hasEnded && lastSeenAt === undefined && type !== "product" && (
          <Badge tone="new">{type === "video" ? t("Not watched yet") : t("Not opened yet")}</Badge>
        )}
        {quantity > 1 && (
          <Badge tone="overlay">
            {t("{count, plural, one {# piece} other {# pieces}}", { count: quantity })}
          </Badge>
        )}
      </div>
      <div className="p-3">
        <Heading className="truncate text-body font-bold">
          {hasEnded ? (
            title
          ) : (
            <Link href={paths.item(type, itemId)} className={wholeCard}>
              {title}
            </Link>
          )}
        </Heading>
        <p className="mt-0.5 truncate text-caption text-fg2">{performerInfo.username}</p>
        <p className="mt-1 text-caption text-fg3">
          {left !== undefined
            ? t("{time} left", { time: left })
            : lastSeenAt
              ? t("{type, select, gallery {Seen} video {Watched} other {Downloaded}} {ago}", {
                  type,
                  ago: formatAgo(lastSeenAt, now),
                })
              : t("Bought {date}", { date: formatDate(createdAt) })}
        </p>
        {hasEnded && <Ended item={item} now={now} />}
        {refunded > 0 && (
          <p className="mt-1 text-caption text-ok-ink">
            {t("{count, plural, one {# token was} other {# tokens were}} refunded", {
              count: refunded,
            })}
          </p>
        )}
      </div>
    </article>
  );
}

/** For how long a refund may be asked for of what staff took from its buyers. */
const askable = 14 * 24 * 3_600_000;

/** That the site has taken it, and the way to ask for a refund while that may be asked. */
function Ended({ item: { _id, isSent, accessEndedAt }, now }: { item: OwnedItem; now: number }) {
  const hasPage = useHasPage();
  const isInTime = accessEndedAt !== undefined && now < Date.parse(accessEndedAt) + askable;
  const offers = useQuery({ ...refundable(), enabled: isInTime });
  // Who has asked already, and was not answered yet or has nothing left, is offered none.
  const mayAsk = offers.isError || offers.data?.data.some(({ sourceId }) => sourceId === _id);
  return (
    <p className="mt-1 text-caption text-fg2">
      {/* What was sent is with its buyer. */}
      {isSent
        ? t("The site has taken this down.")
        : t("The site has taken this down, also from its buyers.")}{" "}
      {isInTime && mayAsk && hasPage(paths.user.refundRequests()) && (
        <Link href={paths.user.refundRequests()} className="font-bold text-brand-ink">
          {t("Ask for a refund")}
        </Link>
      )}
    </p>
  );
}

function coverOf({ cover }: OwnedItem, isWaiting: boolean): string {
  return isWaiting ? cover.replace(/\/(?:card|page|full)(\.\w+)$/, "/blur$1") : cover;
}

/** How much there is still to watch of a video that I have begun. */
function leftOf({ positionMs = 0, durationMs = 0 }: OwnedItem): string | undefined {
  return positionMs > 0 && durationMs > positionMs
    ? formatDuration(durationMs - positionMs)
    : undefined;
}

const wholeCard =
  "outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand-ink";
