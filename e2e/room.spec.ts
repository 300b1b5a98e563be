import { balance, line, says } from "./room";
import { expectBalance, tokens, wallet } from "./shows";
import { expect, type Page, test, toast } from "./test";

// Ruby is offline: her room is open all the same, for talk and for tips.
const room = "/room/RubyHale";

test("a member whose network drops misses nothing, and says everything once", async ({ site, visit }) => {
  const [tom, eve] = await Promise.all([
    visit({ as: site.person("user", "sable77"), networked: true }),
    visit({ as: site.person("user", "mireille"), phone: true }),
  ]);
  const before = await wallet(tom);
  await Promise.all([tom.goto(room), eve.goto(room)]);
  await meets(tom, eve, "Is anybody here?");

  await tom.context().setOffline(true);
  await expect(tom.getByText("You are offline. Trying again…")).toBeVisible();
  await expect(tom.getByText("Reconnecting to the chat…")).toBeVisible();
  await says(eve, "I am, but you are not.");
  await expect(line(eve, "I am, but you are not.")).toBeVisible();
  await says(tom, "First I was cut off.");
  await says(tom, "Then I went on talking.");
  await expect(unsent(tom)).toHaveCount(2);
  await expect(unsent(tom).first()).toContainText("The server cannot be reached.");
  await expect(line(tom, "I am, but you are not.")).toHaveCount(0);
  await expect(line(eve, "First I was cut off.")).toHaveCount(0);

  // What is pressed without a network is refused at once, and not done long after its moment.
  await tom.getByRole("button", { name: "Favorite Ruby Hale" }).click();
  await expect(toast(tom, "The server cannot be reached.")).toBeVisible();
  await tom.getByRole("button", { name: "Send 25 tokens" }).click();
  await expect(tom.getByRole("form", { name: "Tip Ruby Hale" }).getByText("The server cannot be reached.")).toBeVisible();

  await tipsElsewhere(tom);
  await expect(balance(tom, tokens(before))).toBeVisible(); // he cannot know yet

  await tom.context().setOffline(false);
  await expect(line(tom, "I am, but you are not.")).toBeVisible();
  await expectBalance(tom, before - 15);
  await expect(line(eve, "Then I went on talking.")).toBeVisible();
  await expect(unsent(tom)).toHaveCount(0);
  await expect(tom.getByText("You are offline. Trying again…")).toHaveCount(0);
  await meets(eve, tom, "Here you are again.");
  await eve.reload();
  for (const page of [tom, eve]) {
    await expect(line(page, "Here you are again.")).toBeVisible();
    await expect(page.getByRole("log").getByText(/cut off|went on talking/)).toHaveText([
      "First I was cut off.",
      "Then I went on talking.",
    ]);
  }
});

test("a line whose answer gets lost is still one line", async ({ site, visit }) => {
  const [tom, eve] = await Promise.all([
    visit({ as: site.person("user", "lucien"), networked: true }),
    visit({ as: site.person("user", "mireille") }),
  ]);
  await Promise.all([tom.goto(room), eve.goto(room)]);
  await meets(tom, eve, "Good morning!");

  await tom.route("**/api/messages/stream/public/**", async (route) => {
    await tom.context().setOffline(true);
    await expect(tom.getByText("Reconnecting to the chat…")).toBeVisible();
    await route.fetch(); // the server takes it all the same
    await route.abort("internetdisconnected");
  }, { times: 1 });
  await says(tom, "Did this arrive?");
  await expect(line(eve, "Did this arrive?")).toBeVisible();
  await expect(unsent(tom)).toHaveCount(1);
  const sentAgain = tom.waitForResponse("**/api/messages/stream/public/**");
  await tom.context().setOffline(false);
  await meets(eve, tom, "It did.");
  await expect(unsent(tom)).toHaveCount(0);
  expect((await sentAgain).status()).toBe(200);
  for (const page of [tom, eve]) await expect(line(page, "Did this arrive?")).toHaveCount(1);
  await eve.reload();
  await expect(line(eve, "It did.")).toBeVisible();
  await expect(line(eve, "Did this arrive?")).toHaveCount(1);
});

test("the chat opens at its newest line, and who reads older ones is left in peace", async ({ site, visit }) => {
  // Not who has just spoken in the story before: nobody may say more than five lines in ten seconds.
  const [tom, eve] = await Promise.all([
    visit({ as: site.person("user", "wolfhound") }),
    visit({ as: site.person("user", "mireille"), phone: true }),
  ]);
  await Promise.all([tom.goto(room), eve.goto(room)]);
  const log = eve.getByRole("log", { name: "Chat messages" });
  await expect.poll(() => log.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeGreaterThan(300);
  // Whoever goes up in the moment in which a line comes is not taken back by it.
  await log.evaluate((box) => {
    const goesUp = new MutationObserver(() => {
      if (!box.textContent?.includes("The newest of all.")) return;
      goesUp.disconnect();
      requestAnimationFrame(() => {
        box.dispatchEvent(new WheelEvent("wheel", { deltaY: -600, bubbles: true }));
        box.scrollBy(0, -600);
      });
    });
    goesUp.observe(box, { childList: true, subtree: true });
  });
  await says(tom, "The newest of all.");
  await expect(eve.getByRole("button", { name: "Newest messages" })).toBeVisible();
  await expect(line(eve, "The newest of all.")).not.toBeInViewport();
  await says(tom, "And one more.");
  await eve.getByRole("button", { name: "1 new message" }).click();
  await expect(line(eve, "And one more.")).toBeInViewport();
});

test("a tip in one tab is taken from the balance in the other", async ({ site, visit }) => {
  const tipping = await visit({ as: site.person("user", "wolfhound") });
  const before = await wallet(tipping);
  const other = await tipping.context().newPage();
  await Promise.all([tipping.goto(room), other.goto("/account/user/payment-token-history")]);
  for (const tab of [tipping, other]) await expectBalance(tab, before);
  await tipping.getByRole("radio", { name: "50 tokens" }).check({ force: true });
  await tipping.getByRole("button", { name: "Send 50 tokens" }).click();
  for (const tab of [tipping, other]) await expectBalance(tab, before - 50);
  await expect(toast(tipping, "You have tipped Ruby Hale 50 tokens.")).toBeVisible();
  await expect(tipping.getByRole("form", { name: "Tip Ruby Hale" })).toContainText(`Balance ${tokens(before - 50)}`);

  await other.goto(room);
  await other.getByRole("button", { name: "Send 25 tokens" }).click();
  for (const tab of [tipping, other]) await expectBalance(tab, before - 75);
  await other.reload();
  await expectBalance(other, before - 75);
});

/** The same person tips on another device. */
async function tipsElsewhere(page: Page) {
  const { _id } = (await (await page.request.get("/api/performers/RubyHale/view")).json()).data;
  const answer = await page.request.post(`/api/member/send-tip-token/${_id}`, {
    data: { token: 15 },
    headers: { "Idempotency-Key": "from-elsewhere" },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** One speaks and the other hears it: both are connected. */
async function meets(speaker: Page, listener: Page, text: string) {
  await says(speaker, text);
  await expect(line(listener, text)).toBeVisible();
}

/** Lines that could not be sent, each with its reason. */
const unsent = (page: Page) =>
  page.getByRole("log").getByRole("alert").filter({ has: page.getByRole("button", { name: "Retry" }) });

// The server draws it before the app is there (internal/site/shell.go), the app draws it again (Poster.tsx): nothing may move.
test("why there is no video is said by the page in the words and places of the app", async ({ visit }) => {
  const guest = await visit({ phone: true });
  const page = await (await guest.request.get(room)).text();
  const drawn = await guest.evaluate((html) => {
    const words = new DOMParser().parseFromString(html, "text/html").querySelectorAll("[data-stage=cover] p");
    return [...words].map(({ textContent, className }) => ({ textContent, className }));
  }, page);
  expect(drawn).toHaveLength(2);

  await guest.goto(room);
  await expect(guest.getByRole("button", { name: "Favorite Ruby Hale" })).toBeVisible(); // the app's
  for (const { textContent, className } of drawn) {
    await expect(guest.locator("p:visible", { hasText: textContent ?? "" })).toHaveAttribute("class", className);
  }
});
