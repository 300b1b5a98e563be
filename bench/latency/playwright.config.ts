import base from "../../e2e/playwright.config";

const { projects: _, ...shared } = base;

export default {
  ...shared,
  globalSetup: "../../e2e/filled.ts",
  testDir: ".",
  testMatch: "*.bench.ts",
  outputDir: "../../.cache/latency",
  reporter: "line",
  workers: 1,
  use: { ...base.use, screenshot: "off" as const },
};
