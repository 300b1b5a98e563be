import type { Plugin } from "vite";

/**
 * The app's scripts are fetched when the browser has shown what the server has drawn: before, they
 * take the line from its style and its picture, and the processor from painting them
 * (docs/decisions/0058). Until then a script is a `<link rel="later">`, here and in what the server
 * writes (internal/site/site.go).
 */
export function afterPaint(): Plugin {
  return {
    name: "after-paint",
    apply: "build",
    transformIndexHtml: { order: "post", handler: putOff },
  };
}

const app = /<script type="module" crossorigin src="([^"]+)"([^>]*)><\/script>/;
const imported = /<link rel="modulepreload" crossorigin href="([^"]+)"/g;

/** The built page with its scripts put off. */
export function putOff(page: string): string {
  const address = app.exec(page)?.[1];
  if (address === undefined) throw new Error("index.html has no script of the app");
  const inOrder = [...page.matchAll(imported)].map(([, one]) => one).concat(address);
  return page
    .replace(app, '<link rel="later" crossorigin href="$1"$2>')
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace("</body>", `  <script nonce="__NONCE__">${starter(inOrder)}</script>\n  </body>`);
}

// One script is run at a time, what it imports before it: between them a finger is heard. A page for
// which the server draws nothing, or in the background, has no paint to wait for, and not every
// browser tells of its own.
function starter(scripts: (string | undefined)[]) {
  return `
      {
        const pause = (time) => new Promise((done) => setTimeout(done, time));
        const start = async () => {
          for (const link of document.querySelectorAll("link[rel=later]")) link.rel = "modulepreload";
          for (const script of ${JSON.stringify(scripts)}) {
            await import(script);
            await pause(0);
          }
        };
        const painted = new Promise((done) => {
          new PerformanceObserver(done).observe({ type: "paint", buffered: true });
          if (document.hidden || !document.getElementById("root").firstElementChild) done();
          requestAnimationFrame(() => pause(500).then(done));
        });
        painted.then(start);
      }
    `;
}
