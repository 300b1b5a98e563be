import type { Performer } from "./types";

export type Picture = { src: string; srcSet?: string };

/** The card's portrait in the widths that the server keeps of it. */
export function portraitOf({ cardImage }: Pick<Performer, "cardImage">): Picture | undefined {
  return picture(cardImage, "card", [320, 640, 960]);
}

/** The wide picture, behind a hero and as a poster. */
export function coverOf({ wideImage }: { wideImage: string }): Picture | undefined {
  return picture(wideImage, "wide", [640, 1280]);
}

/** What a card shows: the newest frame of a public show, else the portrait. */
export function cardPicture(performer: Performer): Picture | undefined {
  if (performer.streamingStatus === "public" && performer.snapshot) {
    return { src: performer.snapshot };
  }
  return portraitOf(performer);
}

/** Which file of a card's picture the browser takes. */
export const cardSizes = "(max-width: 767px) 50vw, 280px";

// The size without a number in its name, such as card.webp.
const plain: Readonly<Record<string, number>> = { card: 640, wide: 1280 };

function picture(address: string, kind: string, widths: readonly number[]): Picture | undefined {
  if (address === "") return undefined;
  const folder = new RegExp(`^(/files/[^/]+/)${kind}(-\\d+)?\\.webp$`).exec(address)?.[1];
  if (folder === undefined) return { src: address };
  const file = (width: number) =>
    `${folder}${kind}${width === plain[kind] ? "" : `-${width}`}.webp`;
  return {
    src: file(plain[kind] ?? 640),
    srcSet: widths.map((width) => `${file(width)} ${width}w`).join(", "),
  };
}
