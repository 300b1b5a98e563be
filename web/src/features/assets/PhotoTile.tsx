import {
  ArrowLeftToLine,
  ArrowRightToLine,
  EllipsisVertical,
  GripVertical,
  Maximize2,
  Star,
  Trash2,
} from "lucide-react";
import { memo } from "react";
import { useLanguage } from "@/i18n/useLanguage";
import { cx } from "@/lib/cx";
import type { OwnPhoto } from "@/store/own";
import { StorePicture } from "@/store/StorePicture";
import { Badge } from "@/ui/Badge";
import { Menu, menuItem } from "@/ui/Menu";
import { t } from "./texts";

/** What can be done with a photo; the same for all tiles of a grid. */
export type PhotoActs = {
  open: (id: string) => void;
  cover: (id: string) => void;
  /** To a place counted from 0. */
  move: (id: string, place: number) => void;
  remove: (id: string) => void;
};

type PhotoTileProps = {
  photo: OwnPhoto;
  /** Its place, from 0, of how many. */
  at: number;
  count: number;
  /** Buyers do not see it yet, unlike others of the gallery. */
  isNew: boolean;
  lifted: "pointer" | "keyboard" | undefined;
  /** The id of the words that say how it is moved. */
  instructions: string;
  acts: PhotoActs;
};

export const photoSizes = "(max-width: 639px) 33vw, 180px";

/** One photo of the grid. The grid itself listens for what lifts and moves it. */
export const PhotoTile = memo(function PhotoTile(props: PhotoTileProps) {
  useLanguage();
  const { photo, at, count, isNew, lifted, instructions, acts } = props;
  const { _id, isCover } = photo;
  const number = at + 1;
  return (
    <li
      data-reorder={_id}
      className={cx(
        "group relative aspect-[4/5] select-none overflow-hidden rounded-md bg-s2 pointer-fine:cursor-grab",
        isCover && "ring-2 ring-gold ring-inset",
        lifted === "pointer" && "opacity-35",
        lifted === "keyboard" && "outline-3 outline-brand-ink",
      )}
    >
      <StorePicture photo={photo} sizes={photoSizes} />
      {isCover && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 rounded-md ring-3 ring-gold ring-inset"
        />
      )}
      <span className="pointer-events-none absolute top-1.5 start-1.5 flex flex-wrap gap-1">
        {isCover ? (
          <Badge tone="vip">
            <Star size={12} fill="currentColor" aria-hidden />
            {t("Cover")}
          </Badge>
        ) : (
          <Badge tone="overlay">
            <span className="tnum">{at + 1}</span>
          </Badge>
        )}
        {isNew && <Badge tone="new">{t("New")}</Badge>}
      </span>
      <span className="absolute inset-x-0 bottom-0 flex justify-between pointer-fine:opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 bg-[linear-gradient(to_top,rgb(8_4_5/.8),transparent)] px-0.5 pt-3 text-white">
        <button
          type="button"
          data-handle
          aria-label={t("Move photo {number} of {count}", { number, count })}
          aria-describedby={instructions}
          aria-pressed={lifted === "keyboard"}
          className={cx(onPicture, "cursor-grab touch-none")}
        >
          <GripVertical size={18} aria-hidden />
        </button>
        <Menu
          label={t("More for photo {number}", { number })}
          trigger={<EllipsisVertical size={18} aria-hidden />}
          triggerClassName={onPicture}
        >
          <Choice icon={Maximize2} label={t("Look at it")} onChoose={() => acts.open(_id)} />
          {!isCover && (
            <Choice icon={Star} label={t("Use as cover")} onChoose={() => acts.cover(_id)} />
          )}
          {at > 0 && (
            <Choice
              icon={ArrowLeftToLine}
              mirrors
              label={t("Move to the front")}
              onChoose={() => acts.move(_id, 0)}
            />
          )}
          {at < count - 1 && (
            <Choice
              icon={ArrowRightToLine}
              mirrors
              label={t("Move to the end")}
              onChoose={() => acts.move(_id, count - 1)}
            />
          )}
          <Choice icon={Trash2} label={t("Delete")} onChoose={() => acts.remove(_id)} />
        </Menu>
      </span>
    </li>
  );
});

const onPicture =
  "grid size-11 shrink-0 place-items-center rounded-md transition-colors hover:bg-black/50";

type ChoiceProps = {
  icon: typeof Star;
  /** It points along the line, which runs to the left in some languages. */
  mirrors?: boolean;
  label: string;
  onChoose: () => void;
};

function Choice({ icon: Icon, mirrors, label, onChoose }: ChoiceProps) {
  return (
    <button type="button" role="menuitem" className={menuItem} onClick={onChoose}>
      <Icon size={18} aria-hidden className={cx(mirrors && "rtl:-scale-x-100")} />
      {label}
    </button>
  );
}
