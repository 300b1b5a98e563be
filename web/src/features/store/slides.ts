import type { SlideImage } from "yet-another-react-lightbox";
import type { Photo } from "@/store/shop";
import { t } from "./texts";

/** The sizes of a photo that the server keeps, by their longer side; none is larger than the upload. */
const sides = { card: 480, page: 1280, full: 2560 } as const;

/** A photo as the viewer shows it: the smallest file that is sharp on this screen, at this zoom. */
export function slideOf(photo: Photo, index: number): SlideImage {
  const { urls, blurred, width, height } = photo;
  const alt = t("Photo {number}", { number: index + 1 });
  if (urls === undefined) return { src: blurred, alt, width, height };
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
