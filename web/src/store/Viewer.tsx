import { useRef } from "react";
import Lightbox, { type ControllerRef, type SlideImage } from "yet-another-react-lightbox";
import Counter from "yet-another-react-lightbox/plugins/counter";
import Slideshow from "yet-another-react-lightbox/plugins/slideshow";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/counter.css";
import { useBackCloses } from "@/ui/backCloses";
import "./viewer.css";
import { t } from "./texts";

export type ViewerProps = {
  /** Names the dialog. */
  title: string;
  slides: readonly SlideImage[];
  /** How many there are in all, when not all are known yet. */
  total: number;
  /** Which one is shown first. */
  index: number;
  onClose: () => void;
  onView: (index: number) => void;
};

/** How long each photo stays in a slideshow, in milliseconds. */
const each = 4000;

/** One photo at a time on the whole screen: swiped, pinched, by keyboard or by itself. Back and Escape close it. */
export function Viewer({ title, slides, total, index, onClose, onView }: ViewerProps) {
  const controller = useRef<ControllerRef>(null);
  // Through the library, which hands the focus back to the tile.
  useBackCloses(true, () => (controller.current ? controller.current.close() : onClose()));
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  return (
    <Lightbox
      open
      close={onClose}
      className="viewer"
      index={index}
      slides={slides}
      plugins={[Counter, Slideshow, Zoom]}
      carousel={{ finite: slides.length < total || total === 1, padding: 0, preload: 2 }}
      animation={calm ? { fade: 0, swipe: 0, navigation: 0 } : { fade: 220, swipe: 320 }}
      controller={{ ref: controller, closeOnPullDown: true, closeOnBackdropClick: true }}
      slideshow={{ delay: each }}
      zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true, doubleClickMaxStops: 1 }}
      counter={{ separator: "/" }}
      on={{ view: ({ index: at }) => onView(at) }}
      labels={{
        Lightbox: title,
        "Photo gallery": title,
        "{index} of {total}": t("Photo {index} of {total}", { index: "{index}", total }),
        Previous: t("Previous photo"),
        Next: t("Next photo"),
      }}
      render={total === 1 ? { buttonPrev: () => null, buttonNext: () => null } : {}}
    />
  );
}
