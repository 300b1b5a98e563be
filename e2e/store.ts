import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, type Page } from "./test";

/** What stories of the store do by the API, as the pages of performers and staff do. */

type Part = { name: string; mimeType: string; buffer: Buffer };

/** A file of the repository, or of `clip`, as a part of a form. */
export function part(path: string, mimeType: string): Part {
  return { name: basename(path), mimeType, buffer: readFileSync(path) };
}

/** A moving picture with a tone, as small as one may be. The site needs ffmpeg too. */
export function clip(seconds: number): Part {
  const folder = mkdtempSync(join(tmpdir(), "clip-"));
  const file = join(folder, `clip-${seconds}.mp4`);
  const sources = [`testsrc=size=320x180:rate=10:duration=${seconds}`, `sine=frequency=220:duration=${seconds}`];
  const made = spawnSync("ffmpeg", [
    ...["-v", "error", "-y"],
    ...sources.flatMap((source) => ["-f", "lavfi", "-i", source]),
    ...["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "20", "-c:a", "aac", "-shortest", file],
  ]);
  if (made.status !== 0) throw new Error(`ffmpeg: ${made.error ?? made.stderr}`);
  const bytes = part(file, "video/mp4");
  rmSync(folder, { recursive: true });
  return bytes;
}

/** Submits something of a kind, and lets it be sold. */
export async function sells(performer: Page, admin: Page, kind: "videos" | "products", id: string) {
  const consents = { onlyMe: true, adults: true, depicted: true, published: true, downloadable: true };
  const submitted = await performer.request.post(`/api/performer/performer-assets/${kind}/${id}/submit`, {
    data: { consents },
  });
  expect(submitted.ok(), await submitted.text()).toBe(true);
  const { version } = (await submitted.json()).data;
  const approved = await admin.request.post(`/api/admin/asset-reviews/${id}/approve`, { data: { version } });
  expect(approved.ok(), await approved.text()).toBe(true);
}

/** A member asks for the newest purchase of a kind back, and an admin says yes. */
export async function refunds(admin: Page, member: Page, kind: "gallery" | "video" | "product") {
  const offered = await member.request.get("/api/refund-requests/payments");
  const payment = (await offered.json()).data.data.find(({ type }: { type: string }) => type === kind);
  const asked = await member.request.post("/api/refund-requests", {
    data: { type: kind, sourceId: payment.sourceId, reason: "not_as_promised", text: "It is not what was promised." },
  });
  expect(asked.ok(), await asked.text()).toBe(true);
  const { _id } = (await asked.json()).data;
  const decided = await admin.request.put(`/api/admin/refund-requests/${_id}`, {
    data: { status: "resolved", note: "The tokens are back with you." },
  });
  expect(decided.ok(), await decided.text()).toBe(true);
}

/** The tokens of a member. */
export async function wallet(page: Page): Promise<number> {
  return (await (await page.request.get("/api/users/me")).json()).data.balance;
}
