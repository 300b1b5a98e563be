import type { Page } from "@playwright/test";
import { picture } from "./room";

/** How a picture comes to a player. */
export type Way = "webrtc" | "hls" | "none";

/** How the picture of a performer comes to a page now. */
export function wayOf(page: Page, name: string): Promise<Way> {
  return picture(page, name).evaluate((element) => {
    if (!(element instanceof HTMLVideoElement)) return "none";
    if (element.srcObject instanceof MediaStream) return "webrtc";
    return element.src.startsWith("blob:") ? "hls" : "none";
  });
}

/** Takes another way than the one the site prefers. */
export async function choosesWay(page: Page, name: string, label: "Instant" | "Steady, a second later") {
  const player = page.getByRole("group", { name: `Live video of ${name}` });
  await player.hover();
  await player.getByRole("button", { name: /^(Quality|Connection)$/ }).click();
  await page.getByRole("menuitem", { name: label }).click();
}

/** Whether nothing of a performer's picture is to be seen. */
export function isBlank(page: Page, name: string): Promise<boolean> {
  return picture(page, name).evaluate((element) => {
    if (!(element instanceof HTMLVideoElement)) return true;
    return element.videoWidth === 0 || getComputedStyle(element).opacity === "0";
  });
}
