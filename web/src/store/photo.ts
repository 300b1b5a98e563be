/** What a photo's picture needs: the server's photos have more. */
export type PhotoShape = {
  _id: string;
  /** In pixels, as it was uploaded. */
  width: number;
  height: number;
  /** Its main colour, behind it until it is here. */
  colour: string;
};

/** The sizes that the server keeps, by their longer side; what it keeps is never larger than the upload. */
const sides = [
  ["card", 480],
  ["page", 1280],
  ["full", 2560],
] as const;

export type PhotoVariant = (typeof sides)[number][0] | "blur";

/** Where a photo is. The blur is for everybody who may know of it; the others for who has a right to them. */
export function photoAddress(id: string, variant: PhotoVariant): string {
  return `/files/photos/${encodeURIComponent(id)}/${variant}.webp`;
}

/** The files of a photo for an img element, which takes the smallest that is sharp enough. */
export function photoSources({ _id, width, height }: PhotoShape) {
  const files = sides.map(([variant, side]) => {
    const scale = Math.min(1, side / Math.max(width, height, 1));
    return { variant, wide: Math.max(1, Math.round(width * scale)) };
  });
  const srcSet = files
    // A small upload has the same width in all sizes: one of them is enough.
    .filter(({ wide }, at) => wide !== files[at - 1]?.wide)
    .map(({ variant, wide }) => `${photoAddress(_id, variant)} ${wide}w`)
    .join(", ");
  return { src: photoAddress(_id, "card"), srcSet };
}
