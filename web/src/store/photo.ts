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
const sides = { card: 480, page: 1280, full: 2560 } as const;

export type PhotoVariant = keyof typeof sides | "blur";

/** Where a photo is. The blur is for everybody who may know of it; the others for who has a right to them. */
export function photoAddress(id: string, variant: PhotoVariant): string {
  return `/files/photos/${encodeURIComponent(id)}/${variant}.webp`;
}

/** The files of a photo for an img element, which takes the smallest that is sharp enough. */
export function photoSources({ _id, width, height }: PhotoShape) {
  const widths = Object.entries(sides).map(([variant, side]) => {
    const scale = Math.min(1, side / Math.max(width, height, 1));
    return `/files/photos/${encodeURIComponent(_id)}/${variant}.webp ${Math.max(1, Math.round(width * scale))}w`;
  });
  // A small upload has the same width in all sizes: one of them is enough.
  const distinct = widths.filter((one, at) => one.split(" ")[1] !== widths[at - 1]?.split(" ")[1]);
  return { src: photoAddress(_id, "card"), srcSet: distinct.join(", ") };
}
