// From the click on a live card to the first decoded frame, in a real browser:
//
//   node bench/firstframe/firstframe.mjs [-runs 20] [-program bin/limelight] [-url http://…]
//     [-rtt 80ms] [-kbits 400] [-link PROGRAM]
//
// What is measured, and what is not, is in README.md beside it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freeTcp, freeUdp } from "../ports.mjs";

const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const patience = 600_000; // ms: a busy machine fills the demo slowly
const busy = 0.6; // of a processor: so much a site uses only while it still fills its demo

const words = process.argv.slice(2).map((word) => word.replace(/^-(?=[a-z])/, "--"));
const { values } = parseArgs({
  args: words,
  options: {
    runs: { type: "string", default: "20" },
    program: { type: "string", default: "bin/limelight" },
    url: { type: "string" },
    rtt: { type: "string" },
    kbits: { type: "string", default: "0" },
    link: { type: "string", default: "link" },
    address: { type: "boolean", default: false }, // rooms opened by their address alone
  },
});

if (!existsSync(browserPath)) {
  console.log("Chromium plays the picture and is missing: apt-get install chromium");
  process.exit(1);
}

const line = values.rtt ? await openLine(values.rtt, values.kbits) : { host: "127.0.0.1", browser: browserPath, stop: () => {} };
const site = values.url ? { url: values.url, address: values.url, stop: () => {} } : await openSite(values.program, line.host);
try {
  await live(site.url);
  await calm(site.pid);
  report(await measure(site, Number(values.runs)));
} finally {
  await site.stop();
  await line.stop();
}

/** A line with a round trip and a rate, and a browser at its far end (bench/link). */
async function openLine(rtt, kbits) {
  const made = spawn(values.link, ["-rtt", rtt, "-kbits", kbits], { stdio: ["pipe", "pipe", "inherit"] });
  const [said] = await Promise.race([
    once(made.stdout, "data"),
    once(made, "exit").then(([code]) => Promise.reject(new Error(`no line: ended with ${code}`))),
  ]);
  const [space, host] = String(said).trim().split(" ");
  const folder = mkdtempSync(join(tmpdir(), "limelight-line-"));
  const browser = join(folder, "browser");
  writeFileSync(browser, `#!/bin/sh\nexec ip netns exec ${space} "${browserPath}" "$@"\n`, { mode: 0o755 });
  const stop = async () => {
    made.stdin.end();
    if (made.exitCode === null) await once(made, "exit");
    rmSync(folder, { recursive: true, force: true });
  };
  return { host, browser, stop };
}

/** The program with its demo, on free ports of an address and in a folder of its own. */
async function openSite(program, host) {
  const folder = mkdtempSync(join(tmpdir(), "limelight-firstframe-"));
  const [web, tcp] = [await freeTcp(), await freeTcp()];
  const [udp, turn] = [await freeUdp(), await freeUdp()];
  const place = ["--addr", `${host}:${web}`, "--data", folder, "--media-ip", host];
  const media = ["--media-udp", udp, "--media-tcp", tcp, "--media-turn", turn].map(String);
  const served = spawn(program, ["serve", "--demo", ...place, ...media], { stdio: ["ignore", "ignore", "inherit"] });
  const stop = async () => {
    served.kill("SIGTERM");
    if (served.exitCode === null) await once(served, "exit");
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `http://${host}:${web}`, address: `http://localhost:${web}`, stop, pid: served.pid };
}

/**
 * Waits until the site does no more than show its demo: first uses, pictures and snapshots are over. The share of a
 * processor that it used in the last seconds is printed, since what it takes the browser lacks.
 */
async function calm(pid) {
  if (pid === undefined) return;
  let least = Number.POSITIVE_INFINITY;
  for (let quiet = 0, n = 0; quiet < 3 && n < 60; n++) {
    const before = used(pid);
    await pause(2000);
    const share = (used(pid) - before) / 2;
    quiet = share > 1.15 * least || share > busy ? 0 : quiet + 1;
    least = Math.min(least, share);
    if (quiet === 3) console.log(`the site uses ${Math.round(100 * share)} % of a processor while nobody watches`);
  }
}

/** Seconds of processor that a process has used, by Linux. */
function used(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The usernames of who is live; waits until somebody is. */
async function live(url) {
  for (const until = Date.now() + patience; Date.now() < until; await pause(500)) {
    const answer = await fetch(`${url}/api/performers/search?limit=24`).catch(() => undefined);
    if (!answer?.ok) continue;
    const { data } = await answer.json();
    const names = data.data.filter((one) => one.streamingStatus === "public").map((one) => one.username);
    if (names.length > 0) return names;
  }
  throw new Error("nobody went live");
}

function pause(ms) {
  return new Promise((over) => setTimeout(over, ms));
}

async function measure(site, runs) {
  const names = await live(site.url);
  const url = site.address;
  const browser = await chromium.launch({
    executablePath: line.browser,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--autoplay-policy=no-user-gesture-required",
      `--host-resolver-rules=MAP localhost ${line.host}`, // the demo answers to no other name
    ],
  });
  const times = { "first room of a visit": [], "next room": [], "room opened by its address": [] };
  try {
    for (let run = 0; run < runs; run++) {
      if (!values.address)
        await visit(browser, async (page) => {
          times["first room of a visit"].push(await enter(page, url, names[run % names.length]));
          times["next room"].push(await enter(page, url, names[(run + 1) % names.length]));
        });
      await visit(browser, async (page) => {
        await page.goto(`${url}/room/${names[(run + 2) % names.length]}`, { waitUntil: "commit" });
        times["room opened by its address"].push(await firstFrame(page));
      });
    }
  } finally {
    await browser.close();
  }
  return times;
}

/** Nothing of an earlier visit is known to this one: no cache, no connection. */
async function visit(browser, acts) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(watchForFrame);
  await acts(await context.newPage());
  await context.close();
}

/** Opens the home page, lets it settle, points at a card, presses it half a second later, and waits for the picture: ms. */
async function enter(page, url, username) {
  await page.goto(url, { waitUntil: "networkidle", timeout: 60_000 });
  const card = page.locator(`a[href="/room/${username}"]`).last();
  await card.hover();
  await pause(500);
  await card.click();
  return firstFrame(page);
}

/** From the press, or from the navigation where nothing was pressed, until the picture: ms. */
async function firstFrame(page) {
  await page.waitForFunction(() => performance.getEntriesByName("first frame").length > 0, null, { timeout: 60_000 });
  return page.evaluate(() => {
    const at = (name) => performance.getEntriesByName(name)[0]?.startTime ?? 0;
    return at("first frame") - at("click");
  });
}

// Runs in the page, before everything else of it.
function watchForFrame() {
  localStorage.setItem("adult", "yes");
  addEventListener("click", () => performance.mark("click"), { capture: true, once: true });
  const waiting = new WeakSet();
  new MutationObserver(() => {
    const video = document.querySelector("video");
    if (video === null || waiting.has(video)) return;
    waiting.add(video);
    video.requestVideoFrameCallback((_, { presentationTime }) => {
      performance.mark("first frame", { startTime: presentationTime });
    });
  }).observe(document, { childList: true, subtree: true });
}

function report(times) {
  console.log("| first frame | runs | p50 | p95 | slowest |");
  console.log("|---|---:|---:|---:|---:|");
  for (const [name, list] of Object.entries(times)) {
    const sorted = list.toSorted((a, b) => a - b);
    const at = (share) => `${Math.round(sorted[Math.ceil(share * sorted.length) - 1])} ms`;
    console.log(`| ${name} | ${sorted.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`);
  }
}
