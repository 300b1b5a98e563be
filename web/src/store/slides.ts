import type { SlideImage } from "yet-another-react-lightbox";

/** The sizes of a photo that the server keeps, by their longer side; none is larger than the upload. */
const sides = { card: 480, page: 1280, full: 2560 } as const;

type Shape = { width: number; height: number; urls: Record<keyof typeof sides, string> };

/** A photo as the viewer shows it: the smallest file that is sharp on this screen, at this zoom. */
export function slideOf({ urls, width, height }: Shape, alt: string): SlideImage {
  const at = (name: keyof typeof sides) => {
    const scale = Math.min(1, sides[name] / Math.max(width, height, 1));
    return {
      src: urls[name],
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    };
  };
  const full = at("full");
  return { ...full, alt, srcSet: [at("card"), at("page"), full] };
}
