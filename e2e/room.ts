import { input, type Locator, type Page } from "./test";

/** Writes a line into the room's chat. */
export async function says(page: Page, text: string) {
  await input(page, "Message").fill(text);
  await input(page, "Message").press("Enter");
}

/** A line of the room's chat. */
export const line = (page: Page, text: string): Locator =>
  page.getByRole("log", { name: "Chat messages" }).getByText(text);

/** The balance in the header, such as "2,475". */
export const balance = (page: Page, amount: string): Locator =>
  page.getByRole("banner").getByLabel(new RegExp(`^Token balance ${amount}(\\.|$)`));

/** The video of a performer, in her room. */
export const picture = (page: Page, name: string): Locator =>
  page.locator(`video[aria-label='Live video of ${name}']`);
