import { ArrowUp } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "./texts";

const threshold = 400;
const duration = 450;
/** Pixels before the end of a page from which it is not shown. */
const ending = 160;

/** Appears after 400 px and scrolls up in 450 ms (spec §9). */
export function BackToTop() {
  const [far, setFar] = useState(false);
  useEffect(() => {
    // At the end stands what ends the page, such as the theme's button, which it would cover.
    const look = () => {
      const left = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
      setFar(window.scrollY > threshold && left > ending);
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);

  if (!far) return null;
  return (
    <button
      type="button"
      aria-label={t("Back to top")}
      onClick={scrollUp}
      className="rise fixed end-4 bottom-[calc(var(--tabbar)+16px+env(safe-area-inset-bottom))] z-20 grid size-11 place-items-center rounded-full border border-line2 bg-s2 text-fg shadow-float hover:bg-s3 lg:end-8 lg:bottom-8"
    >
      <ArrowUp size={20} aria-hidden />
    </button>
  );
}

function scrollUp() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    window.scrollTo(0, 0);
    return;
  }
  const from = window.scrollY;
  const start = performance.now();
  const step = (now: number) => {
    const done = Math.min(1, (now - start) / duration);
    window.scrollTo(0, from * (1 - done) ** 3);
    if (done < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
