import base from "../playwright.config";
import { film } from "./film";

const { projects: _, ...shared } = base;
const browser = base.use?.launchOptions;

/** Pictures of the product for its documentation: not a test, but made as one sees it (scripts/shots.sh). */
export default {
  ...shared,
  globalSetup: "../filled.ts",
  testDir: ".",
  testMatch: "*.shots.ts",
  outputDir: "../../.cache/shots",
  reporter: "line",
  workers: 1,
  use: {
    ...base.use,
    streams: true,
    screenshot: "off" as const,
    launchOptions: {
      ...browser,
      args: [
        ...(browser?.args ?? []).filter((arg) => !arg.startsWith("--use-fake-device")),
        "--use-fake-device-for-media-stream=fps=10",
        `--use-file-for-fake-video-capture=${film("MikaLune")}`,
      ],
    },
  },
};
