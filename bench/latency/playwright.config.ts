import base from "../../e2e/playwright.config";

export default {
  ...base,
  testDir: ".",
  testMatch: "*.bench.ts",
  outputDir: "../../.cache/latency",
  reporter: "line",
  use: { ...base.use, trace: "off" as const, screenshot: "off" as const },
};
