import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "@/api/errors";
import { paths } from "@/app/paths";
import { formatDate } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { kindIcons } from "@/store/kindIcons";
import { type ItemType, wordsOf } from "@/store/kinds";
import { contentOf } from "@/store/offer";
import { type Item, itemView } from "@/store/shop";
import { Avatar } from "@/ui/Avatar";
import { LinkButton } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { Loaded } from "@/ui/Loaded";
import { EmptyState } from "@/ui/States";
import { useParam } from "@/ui/useAddress";
import { t } from "./texts";

type ItemFrameProps = { type: ItemType; waiting: ReactNode; children: (item: Item) => ReactNode };

/** The page of one thing that is sold, in all its states. */
export function ItemFrame({ type, waiting, children }: ItemFrameProps) {
  const id = useParam(paths.items[type]);
  const view = useQuery(itemView(type, id));
  const isMissing = view.error instanceof ApiError && view.error.status === 404;
  useTitle(
    isMissing
      ? t(
          "{type, select, gallery {Gallery not found} video {Video not found} other {Product not found}}",
          { type },
        )
      : view.data?.title,
  );
  return (
    <div className="mx-auto max-w-[1480px] pb-28 lg:px-8 lg:pt-6 lg:pb-12">
      {isMissing ? (
        <Missing type={type} wasHere={view.data !== undefined} />
      ) : (
        <Loaded query={view} waiting={waiting}>
          {children}
        </Loaded>
      )}
    </div>
  );
}

/** What it is called, whose it is, and what it holds. */
export function ItemTitle({ item }: { item: Item }) {
  const { type, title, performer, publishedAt, isOnSale, isBought, video } = item;
  const facts = [
    type !== "product" && contentOf(item), // which is said below it
    publishedAt && t("since {date}", { date: formatDate(publishedAt) }),
    video?.hasCaptions && t("with captions"),
    isBought && !isOnSale && t("no longer sold, yours to keep"),
  ];
  return (
    <>
      <h1 className="text-h1 font-extrabold tracking-[-.02em] text-balance [overflow-wrap:anywhere]">
        {title}
      </h1>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          href={paths.room(performer.username)}
          className="-ms-1 inline-flex min-h-11 items-center gap-2.5 rounded-full py-1 pe-3 ps-1 font-semibold hover:bg-s2"
        >
          <Avatar src={performer.avatar} size={36} />
          {performer.name}
        </Link>
        <p className="text-label font-normal text-fg2">{facts.filter(Boolean).join(" · ")}</p>
      </div>
    </>
  );
}

/** What its seller says of it, and its tags. */
export function ItemWords({ item: { type, description, tags } }: { item: Item }) {
  return (
    <>
      {description && (
        <p className="mt-4 max-w-prose text-body whitespace-pre-line text-fg2 [overflow-wrap:anywhere]">
          {description}
        </p>
      )}
      {tags.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <Link
              key={tag}
              href={paths.onSale(wordsOf()[type].place, { tags: tag })}
              className="inline-flex h-8 items-center rounded-full bg-s2 px-3 text-caption text-fg2 transition-colors max-lg:h-11 hover:bg-s3 hover:text-fg"
            >
              #{tag}
            </Link>
          ))}
        </div>
      )}
    </>
  );
}

function Missing({ type, wasHere }: { type: ItemType; wasHere: boolean }) {
  const { place } = wordsOf()[type];
  const Icon = kindIcons[type];
  return (
    <EmptyState
      page
      title={
        wasHere
          ? t(
              "{type, select, gallery {This gallery is} video {This video is} other {This product is}} not there for you any more",
              { type },
            )
          : t(
              "{type, select, gallery {This gallery is} video {This video is} other {This product is}} not here",
              { type },
            )
      }
      icon={<Icon aria-hidden />}
      action={
        <LinkButton href={paths.onSale(place)} variant="brand">
          {t("Look at other {type, select, gallery {galleries} video {videos} other {products}}", {
            type,
          })}
        </LinkButton>
      }
    >
      {wasHere
        ? t("It was taken down, or its seller does not show it to you.")
        : t("The address may be mistyped, or it is no longer sold.")}
    </EmptyState>
  );
}
