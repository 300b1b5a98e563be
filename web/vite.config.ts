import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// The Go program, started beside `npm run dev`.
const server = "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react(), tailwind()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  // The server puts a fresh nonce in place of this word on every page (trust.md, Headers).
  html: { cspNonce: "__NONCE__" },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: {
    proxy: {
      "/api": server,
      "/files": server,
      "/snapshots": server,
      "/whip": server,
      "/rtc": { target: server, ws: true },
      "/socket.io": { target: server, ws: true, changeOrigin: true, rewriteWsOrigin: true },
    },
  },
  test: {
    environment: "happy-dom",
    globals: true,
    setupFiles: ["./src/testing/setup.ts"],
    restoreMocks: true,
    css: false,
  },
});
