// From the start of the program with its demo on an empty folder to the first page, to people with
// pictures, and to performers who are live:
//
//   node bench/start/start.mjs [-runs 5] [-program bin/limelight]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freeTcp, freeUdp } from "../ports.mjs";

const { values } = parseArgs({
  args: process.argv.slice(2).map((word) => word.replace(/^-(?=[a-z])/, "--")),
  options: { runs: { type: "string", default: "5" }, program: { type: "string", default: "bin/limelight" } },
});
const timeout = 300_000; // ms

const times = { "first page": [], "somebody with a picture": [], "twelve with pictures": [], "eight live": [] };
for (let run = 0; run < Number(values.runs); run++) await measure();
report();

async function measure() {
  const folder = mkdtempSync(join(tmpdir(), "limelight-start-"));
  const address = `127.0.0.1:${await freeTcp()}`;
  const media = ["--media-udp", await freeUdp(), "--media-tcp", await freeTcp(), "--media-turn", await freeUdp()];
  const began = performance.now();
  const served = spawn(
    values.program,
    ["serve", "--demo", "--addr", address, "--data", folder, "--metrics=", "--media-ip", "127.0.0.1", ...media.map(String)],
    { stdio: "ignore" },
  );
  const url = `http://${address}`;
  try {
    await until("first page", async () => (await fetch(url)).ok);
    await until("somebody with a picture", async () => (await pictured(url)) >= 1);
    await until("twelve with pictures", async () => (await pictured(url)) >= 12);
    await until("eight live", async () => (await people(url)).filter((one) => one.streamingStatus === "public").length >= 8);
  } finally {
    served.kill("SIGTERM");
    if (served.exitCode === null) await once(served, "exit");
    rmSync(folder, { recursive: true, force: true });
  }

  async function until(what, so) {
    while (!(await so().catch(() => false))) {
      if (performance.now() - began > timeout) throw new Error(`${what}: not within ${timeout} ms`);
      await new Promise((over) => setTimeout(over, 20));
    }
    times[what].push(performance.now() - began);
  }
}

async function people(url) {
  const { data } = await (await fetch(`${url}/api/performers/search?limit=24`)).json();
  return data.data;
}

/** How many of the first page have a picture that is there. */
async function pictured(url) {
  const pictures = (await people(url)).map((one) => one.cardImage).filter((path) => path !== "");
  const there = await Promise.all(pictures.map(async (path) => (await fetch(url + path, { method: "HEAD" })).ok));
  return there.filter(Boolean).length;
}

function report() {
  console.log("| after the start on an empty folder | runs | median | slowest |");
  console.log("|---|---:|---:|---:|");
  for (const [what, list] of Object.entries(times)) {
    const sorted = list.toSorted((a, b) => a - b);
    console.log(`| ${what} | ${sorted.length} | ${Math.round(sorted[sorted.length >> 1])} ms | ${Math.round(sorted.at(-1))} ms |`);
  }
}
