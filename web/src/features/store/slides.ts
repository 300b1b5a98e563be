import type { SlideImage } from "yet-another-react-lightbox";
import type { Photo } from "@/store/shop";
import { slideOf } from "@/store/slides";
import { t } from "./texts";

/** A photo of the store in the viewer: as it is, or its blur. */
export function asSlide({ urls, blurred, width, height }: Photo, index: number): SlideImage {
  const alt = t("Photo {number}", { number: index + 1 });
  if (urls === undefined) return { src: blurred, alt, width, height };
  return slideOf({ urls, width, height }, alt);
}
