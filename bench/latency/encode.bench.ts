import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filmClock, readClocks, seenBy } from "../../e2e/clock";
import { choosesWay, wayOf } from "../../e2e/player";
import { goesLive } from "../../e2e/shows";
import { expect, type Page, test } from "../../e2e/test";
import { agesOf, share } from "./ages";

const rounds = Number(process.env.ROUNDS ?? 0);
const seconds = Number(process.env.VIDEO ?? 120);

/** One show of 720p on the node: how old its pictures are while nothing is made of a video, and while all sizes of one are. */
test("glass to glass while a video is made", async ({ site, visit }) => {
  test.skip(rounds === 0, "ROUNDS=3 measures it");
  test.setTimeout(3_600_000);
  const video = film(seconds);
  const nova = await visit({ as: site.person("performer", "NovaRay"), fullPicture: true });
  await filmClock(nova.context(), { width: 1280, height: 720, rate: 30 });
  await goesLive(nova, "What time is it?");
  const guest = await visit();
  await readClocks(guest.context());
  await guest.goto("/room/NovaRay");
  await choosesWay(guest, "Nova Ray", "Instant");
  await expect.poll(() => wayOf(guest, "Nova Ray"), { timeout: 60_000 }).toBe("webrtc");

  const rows = ["| round | quiet p50 | p95 | while a video is made p50 | p95 | moves by |", "|---:|---:|---:|---:|---:|---:|"];
  for (let round = 1; round <= rounds; round++) {
    const quiet = await agesOf(() => seenBy(guest));
    const made = await begins(nova, video);
    await expect.poll(() => stateOf(nova, made), { timeout: 120_000 }).toMatch(/working|playable/);
    const busy = await agesOf(() => seenBy(guest));
    expect(await stateOf(nova, made), "it is made until the last picture is measured: VIDEO=300 makes a longer one").not.toBe("done");
    const [before, after] = [share(quiet, 0.95) ?? 0, share(busy, 0.95) ?? 0];
    const moves = `${Math.round((after / before - 1) * 100)} %`;
    rows.push(`| ${round} | ${share(quiet, 0.5)} ms | ${before} ms | ${share(busy, 0.5)} ms | ${after} ms | ${moves} |`);
    await nova.request.delete(`/api/performer/performer-assets/videos/${made}`);
  }
  console.log(rows.join("\n"));
});

/** A video that browsers do not play as it is, so that every size of it is made. */
function film(length: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "limelight-film-"));
  const file = join(folder, "film.mp4");
  const picture = `testsrc2=s=1920x1080:r=30:d=${length},noise=alls=12:allf=t`;
  const made = spawnSync("ffmpeg", ["-v", "error", "-nostdin", "-f", "lavfi", "-i", picture, "-c:v", "mpeg4", "-b:v", "4M", "-pix_fmt", "yuv420p", file]);
  expect(made.status, made.stderr?.toString()).toBe(0);
  const data = readFileSync(file);
  rmSync(folder, { recursive: true });
  return data;
}

/** Uploads a video and has it made; answers its id. */
async function begins(page: Page, data: Buffer): Promise<string> {
  const word = (text: string) => Buffer.from(text).toString("base64");
  const begun = await page.request.post("/api/uploads", {
    headers: {
      "Tus-Resumable": "1.0.0",
      "Upload-Length": String(data.length),
      "Upload-Metadata": `purpose ${word("video")},filename ${word("film.mp4")}`,
    },
  });
  expect(begun.status(), await begun.text()).toBe(201);
  const address = new URL(begun.headers().location ?? "", page.url()).pathname;
  const sent = await page.request.patch(address, {
    headers: { "Tus-Resumable": "1.0.0", "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" },
    data,
    timeout: 120_000,
  });
  expect(sent.status(), await sent.text()).toBe(204);
  const made = await page.request.post("/api/performer/performer-assets/videos", {
    multipart: { title: "Waves", price: "30", videoUploadId: address.split("/").at(-1) ?? "" },
  });
  expect(made.ok(), await made.text()).toBe(true);
  return (await made.json()).data._id;
}

async function stateOf(page: Page, id: string): Promise<string> {
  const answer = await page.request.get(`/api/performer/performer-assets/videos/${id}/view`);
  return (await answer.json()).data.media[0].status;
}
