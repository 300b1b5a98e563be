import { withTexts } from "@/i18n/language";

const firstPause = 1000;
const maxPause = 30_000;

/**
 * Loads a file of the app that must come in the end, whatever the network does meanwhile: after a
 * failure it is asked for again, later each time (1 to 30 s), and at once when the network is back.
 */
export async function loadInTheEnd<File>(load: () => Promise<File>): Promise<File> {
  for (let pause = firstPause; ; pause = Math.min(2 * pause, maxPause)) {
    try {
      return await withTexts(await load());
    } catch {
      await onlineOrAfter(pause);
    }
  }
}

function onlineOrAfter(pause: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, pause);
    function done() {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    }
    window.addEventListener("online", done);
  });
}
