import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// What begins to show a live room before the app is there: one script without imports, which the
// server writes into such a page (internal/site/manifest.go). Nobody fetches it, so it lies with the
// manifest, out of the way of what is served.
export default defineConfig({
  publicDir: false,
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    target: "es2022",
    outDir: "dist/.vite",
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: "src/media/opening.ts",
      output: { entryFileNames: "opening.js", codeSplitting: false },
    },
  },
});
