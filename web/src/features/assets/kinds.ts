import type { LucideIcon } from "lucide-react";
import { paths } from "@/app/paths";
import { kindIcons } from "@/store/kindIcons";
import { type ItemType, wordsOf } from "@/store/kinds";
import { t } from "./texts";

/** What a performer sells. */
export type Kind = ItemType;

type Names = {
  icon: LucideIcon;
  /** The name of its list. */
  title: string;
};

/** What differs from kind to kind in words, addresses and bounds. */
type KindFacts = Names & {
  /** What members get, below the list's name. */
  about: string;
  /** What to do first, for who has none. */
  begin: string;
  /** What a draft without content needs. */
  fill: string;
  list: () => string;
  page: (id: string) => string;
  /** How many a performer may have. */
  most: number;
  /** Its pictures: the heading of their list, and how many it may have. */
  picture: { title: string; most: number };
  /** What the people in it must have agreed to, before it is submitted. */
  statements: Readonly<Record<"adults" | "depicted" | "published" | "downloadable", string>>;
};

export const kinds: Readonly<Record<Kind, KindFacts>> = {
  gallery: {
    icon: kindIcons.gallery,
    get title() {
      return wordsOf().gallery.many;
    },
    get about() {
      return t("Sets of photos that members buy once and keep.");
    },
    get begin() {
      return t(
        "Fill a gallery with photos, name its price, and submit it. Once approved, members buy it with tokens, also while you are offline.",
      );
    },
    get fill() {
      return t("Add photos, then submit it");
    },
    list: paths.performer.galleries,
    page: paths.performer.gallery,
    most: 500,
    picture: {
      get title() {
        return t("Photos");
      },
      most: 500,
    },
    statements: {
      get adults() {
        return t("Everybody was at least 18 years old when the photos were taken.");
      },
      get depicted() {
        return t("Everybody agreed to being photographed.");
      },
      get published() {
        return t("Everybody agreed to the photos being published here.");
      },
      get downloadable() {
        return t("Everybody agreed to buyers keeping and downloading them.");
      },
    },
  },
  video: {
    icon: kindIcons.video,
    get title() {
      return wordsOf().video.many;
    },
    get about() {
      return t("Members buy a video once and watch it as often as they like.");
    },
    get begin() {
      return t(
        "Upload a video, name its price, and submit it. It is prepared for every device; once approved, members buy it with tokens, also while you are offline.",
      );
    },
    get fill() {
      return t("Upload the video, then submit it");
    },
    list: paths.performer.videos,
    page: paths.performer.video,
    most: 500,
    picture: {
      get title() {
        return t("Thumbnail");
      },
      most: 1,
    },
    statements: {
      get adults() {
        return t("Everybody was at least 18 years old when the video was made.");
      },
      get depicted() {
        return t("Everybody agreed to being filmed.");
      },
      get published() {
        return t("Everybody agreed to the video being published here.");
      },
      get downloadable() {
        return t("Everybody agreed to buyers keeping it and watching it at any time.");
      },
    },
  },
  product: {
    icon: kindIcons.product,
    get title() {
      return wordsOf().product.many;
    },
    get about() {
      return t("Things that you send, and files that buyers download.");
    },
    get begin() {
      return t(
        "Offer something that you send by post, or a file to download. Add pictures, name its price, and submit it. Once approved, members buy it with tokens.",
      );
    },
    get fill() {
      return t("Add a picture, then submit it");
    },
    list: paths.performer.products,
    page: paths.performer.product,
    most: 500,
    picture: {
      get title() {
        return t("Pictures");
      },
      most: 10,
    },
    statements: {
      get adults() {
        return t("Everybody in it was at least 18 years old when it was made.");
      },
      get depicted() {
        return t("Everybody in it agreed to being depicted.");
      },
      get published() {
        return t("Everybody in it agreed to it being sold here.");
      },
      get downloadable() {
        return t("Everybody in it agreed to buyers keeping it.");
      },
    },
  },
};

/** "1 gallery", "3 videos". */
export function countOfKind(kind: Kind, count: number): string {
  return t(
    "{kind, select, gallery {{count, plural, one {# gallery} other {# galleries}}} video {{count, plural, one {# video} other {# videos}}} other {{count, plural, one {# product} other {# products}}}}",
    { kind, count },
  );
}

/** What beginning another is called. */
export function newName(kind: Kind): string {
  return t("{kind, select, gallery {New gallery} video {New video} other {New product}}", { kind });
}
