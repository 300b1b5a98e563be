/** How much of a picture is to be seen: in pixels of its video, nothing while nobody can see it. */
export type Seen = { isSeen: boolean; width: number; height: number };

/** Who scrolls past, or turns a phone, asks for nothing else in between, in milliseconds. */
const settles = 100;

/**
 * Watches how large an element is on screen and tells it, now and whenever that has changed,
 * until the returned function is called.
 */
export function watchSeen(element: HTMLVideoElement, tell: (seen: Seen) => void): () => void {
  let isNear = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const resized = new ResizeObserver(later);
  const scrolled = new IntersectionObserver((entries) => {
    isNear = entries.at(-1)?.isIntersecting ?? isNear;
    later();
  });

  function look() {
    timer = undefined;
    const isFloating = document.pictureInPictureElement === element;
    // Above two, a denser screen shows no more of a moving picture.
    const density = window.devicePixelRatio > 2 ? 2 : 1;
    tell({
      isSeen: (isNear && !document.hidden) || isFloating,
      width: element.clientWidth * density,
      height: element.clientHeight * density,
    });
  }

  function later() {
    timer ??= setTimeout(look, settles);
  }

  resized.observe(element);
  scrolled.observe(element);
  document.addEventListener("visibilitychange", later);
  for (const change of floating) element.addEventListener(change, later);
  look();
  return () => {
    clearTimeout(timer);
    resized.disconnect();
    scrolled.disconnect();
    document.removeEventListener("visibilitychange", later);
    for (const change of floating) element.removeEventListener(change, later);
  };
}

const floating = ["enterpictureinpicture", "leavepictureinpicture"] as const;
