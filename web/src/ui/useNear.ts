import { type RefObject, useEffect, useRef, useState } from "react";

/** Whether a place on the page has come near the window, or is in it: what is there is fetched then. */
export function useNear<Place extends HTMLElement>(): [RefObject<Place | null>, boolean] {
  const place = useRef<Place>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || place.current === null) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: "600px" },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isNear]);
  return [place, isNear];
}
