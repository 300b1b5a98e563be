import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";

/** What the camera of a browser sees: a few seconds of a picture that moves a little, as MJPEG. */
export function film(performer: string): string {
  const folder = new URL("../../.cache/", import.meta.url).pathname;
  const made = `${folder}${performer}.mjpeg`;
  if (existsSync(made)) return made;
  mkdirSync(folder, { recursive: true });
  const portrait = new URL(`../../demo/media/performers/${performer}-wide.jpg`, import.meta.url).pathname;
  const sway = "scale=1408:792,crop=1280:720:x='64+40*sin(t*1.57)':y='36+20*sin(t*3.14)',scale=640:360";
  execFileSync("ffmpeg", ["-v", "error", "-y", "-loop", "1", "-i", portrait, "-t", "4", "-r", "10", "-vf", sway, "-q:v", "4", made]);
  return made;
}
