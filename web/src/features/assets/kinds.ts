import type { LucideIcon } from "lucide-react";
import { paths } from "@/app/paths";
import { kindIcons } from "@/store/kindIcons";
import { type ItemType, wordsOf } from "@/store/kinds";

/** What a performer sells. */
export type Kind = ItemType;

/** What a kind is called where it is made. */
type Names = {
  icon: LucideIcon;
  /** The name of its list. */
  title: string;
  one: string;
  many: string;
};

function namesOf(kind: Kind): Names {
  const { one, many } = wordsOf[kind];
  return { icon: kindIcons[kind], title: many, one, many: many.toLowerCase() };
}

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
  /** Its pictures: what they are called, and how many it may have. */
  picture: { one: string; title: string; most: number };
  /** What the people in it must have agreed to, before it is submitted. */
  statements: Readonly<Record<"adults" | "depicted" | "published" | "downloadable", string>>;
};

export const kinds: Readonly<Record<Kind, KindFacts>> = {
  gallery: {
    ...namesOf("gallery"),
    about: "Sets of photos that members buy once and keep.",
    begin:
      "Fill a gallery with photos, name its price, and submit it. Once approved, members buy it with tokens, also while you are offline.",
    fill: "Add photos, then submit it",
    list: paths.performer.galleries,
    page: paths.performer.gallery,
    most: 500,
    picture: { one: "photo", title: "Photos", most: 500 },
    statements: {
      adults: "Everybody was at least 18 years old when the photos were taken.",
      depicted: "Everybody agreed to being photographed.",
      published: "Everybody agreed to the photos being published here.",
      downloadable: "Everybody agreed to buyers keeping and downloading them.",
    },
  },
  video: {
    ...namesOf("video"),
    about: "Members buy a video once and watch it as often as they like.",
    begin:
      "Upload a video, name its price, and submit it. It is prepared for every device; once approved, members buy it with tokens, also while you are offline.",
    fill: "Upload the video, then submit it",
    list: paths.performer.videos,
    page: paths.performer.video,
    most: 500,
    picture: { one: "thumbnail", title: "Thumbnail", most: 1 },
    statements: {
      adults: "Everybody was at least 18 years old when the video was made.",
      depicted: "Everybody agreed to being filmed.",
      published: "Everybody agreed to the video being published here.",
      downloadable: "Everybody agreed to buyers keeping it and watching it at any time.",
    },
  },
  product: {
    ...namesOf("product"),
    about: "Things that you send, and files that buyers download.",
    begin:
      "Offer something that you send by post, or a file to download. Add pictures, name its price, and submit it. Once approved, members buy it with tokens.",
    fill: "Add a picture, then submit it",
    list: paths.performer.products,
    page: paths.performer.product,
    most: 500,
    picture: { one: "picture", title: "Pictures", most: 10 },
    statements: {
      adults: "Everybody in it was at least 18 years old when it was made.",
      depicted: "Everybody in it agreed to being depicted.",
      published: "Everybody in it agreed to it being sold here.",
      downloadable: "Everybody in it agreed to buyers keeping it.",
    },
  },
};
