import { defineConfig } from "@playwright/test";

// The stories that take minutes begin first, so that no worker has nothing to do at the end.
const long = ["private.spec.ts", "a11y.spec.ts", "states.spec.ts", "touch.spec.ts", "main-job.spec.ts"];

// Three workers, each with a site of its own, keep two cores busy: stories wait for clocks. The fence's
// needs the machine to itself, and comes last. No retries: a test that passes the second time has
// found something.
export default defineConfig({
  testDir: ".",
  outputDir: "results/traces",
  globalSetup: "./filled.ts",
  workers: 3,
  projects: [
    { name: "long stories", testMatch: long },
    { name: "stories", testIgnore: ["fence.spec.ts", ...long] },
    { name: "fence", testMatch: "fence.spec.ts", dependencies: ["long stories", "stories"] },
  ],
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [["list"], ["json", { outputFile: "results/report.json" }]],
  use: {
    locale: "en-US",
    trace: "off", // recording costs a third of the machine; to look into a failure: --trace retain-on-failure
    screenshot: "only-on-failure",
    actionTimeout: 45_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--use-fake-device-for-media-stream=fps=5", // every frame is coded by the processor, once for each who looks
        "--use-fake-ui-for-media-stream",
        "--autoplay-policy=no-user-gesture-required",
      ],
    },
  },
});
