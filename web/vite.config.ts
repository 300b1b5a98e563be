import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { afterPaint } from "./afterPaint.ts";
import { bareAddresses } from "./bareAddresses.ts";
import { catalogues } from "./i18n/plugin.ts";

// The Go program, started beside `npm run dev`.
const server = "http://127.0.0.1:8080";

// Few files before the first paint, each with a reason to change of its own. A module goes to the
// first of these that takes it, with all it imports; the rest stays with the page that asks for it.
const initial: ["$initial"] = ["$initial"];
const chunks = [
  { name: "vendor", tags: initial, test: /node_modules\/(?!lucide)/ },
  { name: "app", tags: initial, test: /src\/(?!app\/main)|lucide|vite\/preload/ },
  {
    name: "cards",
    test: /src\/performers\/(?!genderChoices|NextLive)|ui\/(Chip|useWide)|icons\/(users|sliders-horizontal|sparkles)\./,
  },
  {
    name: "parts",
    test: /ui\/(useNow|drafts|Dialog|Field|Toggle|Progress)\.|\/time\.ts|LoginPrompt|room\/(ways|TagLink)|store\/kind|(shows|private|group)\/texts|i18n\/direction|icons\/(ellipsis|gift|disc-3|images|package|settings-2|play|share-2)\./,
  },
  { name: "panels", test: /ui\/(Tabs|Card|SearchField|ConfirmDialog)\./ },
  // What rooms and shows of every kind are made of.
  {
    name: "show",
    test: /src\/chat\/(?!ChatL|EmojiMenu|Faces|FailedLine|MenuOfLine|StatusLine|TypingNote|endless|useOlder)|useRoom|media\/(receiveLazily|frames|player\/)|app\/slots|app\/useTopUp|features\/\w+\/slots|OverPicture|hasPending|icons\/(pause|maximize|picture-in-picture-2|video-off|wifi-off|volume-2|volume-x)\./,
    minShareCount: 2,
  },
  { name: "upload", test: /api\/upload\./ },
  { name: "forms", test: /ui\/(Form|PasswordField)\.|lib\/validate|useIdempotencyKey/ },
  { name: "auth", test: /src\/features\/auth\//, minShareCount: 2 },
  // Of what waits in the header, and of notices.
  {
    name: "told",
    test: /icons\/(bell|concierge-bell|shield-exclamation-point)\./,
    minShareCount: 2,
  },
  // Of the back office and of shows: no dashboard has them.
  {
    name: "office",
    test: /icons\/(zoom-in|zoom-out|hand-coins|refresh-cw|monitor-smartphone|user-plus|flag|chevron-up|alarm-clock|calendar-x-2|flask-conical|printer|file-archive|party-popper|shield-off|hash|package-open)\./,
  },
  { name: "icons", test: /lucide-react/, minShareCount: 2 },
  {
    name: "notices",
    test: /src\/notices\/(groups|NoticeRun)|notices\/(states|NoticeDays|days)/,
    minShareCount: 2,
  },
].map((group, i, all) => ({ ...group, priority: all.length - i }));

// Loading the app and a page for each file of tests takes longer than the tests do, so files share
// both; except those that put another module in the place of one, which the next file would get too.
const apart = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((name) => `src/${name}`)
  .filter((file) => /\.test\.tsx?$/.test(file) && readFileSync(file, "utf8").includes("vi.mock("));

const named = new Set(["index", "rolldown-runtime", ...chunks.map(({ name }) => name)]);
const shell = /\/(index|rolldown-runtime|vendor|app)-[^/]*\.js$/;

export default defineConfig({
  plugins: [bareAddresses(), react(), tailwind(), afterPaint(), catalogues()],
  resolve: {
    alias: {
      "@": fileURLToPath(new URL("./src", import.meta.url)),
      // Its types are the library's; see there for what it leaves out.
      "openapi-fetch": fileURLToPath(new URL("./fetchClient.ts", import.meta.url)),
      // React has the hook itself since 18.
      "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector",
    },
  },
  // The server puts a fresh nonce in place of this word on every page (trust.md, Headers).
  html: { cspNonce: "__NONCE__" },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What every page has loaded already need not be named by each: the names weigh.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === "html" ? needed : needed.filter((name) => !shell.test(name)),
    },
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // The app names all files of all pages, and names weigh: only what many pages share has one.
        chunkFileNames: ({ name }) => `assets/${named.has(name) ? "[name]" : "page"}-[hash:7].js`,
      },
    },
  },
  server: {
    proxy: {
      "/api": server,
      "/files": server,
      "/snapshots": server,
      "/live/hls": server,
      "/media/videos": server,
      "/whip": server,
      "/rtc": { target: server, ws: true },
      "/socket.io": { target: server, ws: true, changeOrigin: true, rewriteWsOrigin: true },
    },
  },
  test: {
    environment: "happy-dom",
    globals: true,
    // A busy machine is no failure: what hangs still ends.
    testTimeout: 20_000,
    setupFiles: ["./src/testing/setup.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    css: false,
    projects: [
      { extends: true, test: { name: "apart", include: apart } },
      {
        extends: true,
        test: {
          name: "together",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: apart,
          isolate: false,
        },
      },
    ],
  },
});
