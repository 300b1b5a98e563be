import { expect, type Locator, test } from "./test";

const lines = 10_000;
/** Pages that are read: past the thousand lines that are kept, so that some are dropped at the other end. */
const pages = 44;

/** Lines of a few lengths, one a minute, from days ago until now. */
const fill = (conversationId: string, senderId: string) => `
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${lines})
  INSERT INTO messages (id, conversation_id, kind, text, payload, sender_id, created_at, seq)
  SELECT printf('%026d', n), '${conversationId}', 'text', 'line ' || n || substr('${" and more of the same words".repeat(12)}', 1, n * 37 % 300),
    '{}', '${senderId}', ${Date.now()} - (${lines} - n) * 60000, n FROM numbers;
  UPDATE conversations SET last_seq = ${lines}, last_message_seq = ${lines}, last_message = 'line ${lines}', last_message_at = ${Date.now()}
  WHERE id = '${conversationId}';
  UPDATE conversation_participants SET read_seq = ${lines}, delivered_seq = ${lines} WHERE conversation_id = '${conversationId}';`;

/** Until ten frames in a row have been drawn alike: neither the wheel goes on, nor is a new line measured. */
const atRest = (log: Locator) =>
  log.evaluate(async (box) => {
    const drawn = () => new Promise((go) => requestAnimationFrame(go));
    for (let alike = 0, before = ""; alike < 10; ) {
      await drawn();
      const now = `${box.scrollTop} of ${box.scrollHeight}`;
      alike = now === before ? alike + 1 : 0;
      before = now;
    }
  });

/** Goes up until older lines are asked for, and remembers the line in the middle and where it is painted, frame by frame. */
async function goUp(log: Locator): Promise<string> {
  const wheel = log.page().mouse;
  await expect(async () => {
    await wheel.wheel(0, -900);
    expect(await log.evaluate((box) => box.scrollTop)).toBeLessThan(120);
  }).toPass({ intervals: [30] });
  await atRest(log);
  return log.evaluate((box) => {
    const { top, height } = box.getBoundingClientRect();
    const texts = () => [...box.querySelectorAll(".whitespace-pre-wrap")];
    const said = texts().find((line) => line.getBoundingClientRect().bottom > top + height / 2)?.textContent ?? "";
    const places = new Set<number>();
    Object.assign(window, { places });
    function look() {
      if (Reflect.get(window, "places") !== places) return;
      const painted = new MessageChannel(); // its message comes after the frame
      painted.port1.onmessage = () => {
        const eye = texts().find(({ textContent }) => textContent === said);
        places.add(eye?.getBoundingClientRect().top ?? Number.NaN);
        look();
      };
      requestAnimationFrame(() => painted.port2.postMessage(0));
    }
    look();
    return said;
  });
}

test("ten thousand lines are read back page by page, and the line under the eye does not move by a pixel", async ({ site, visit }) => {
  test.setTimeout(180_000);
  // Two of whom no other story, nor the demo, has written a line.
  const [tom, nina] = await Promise.all([visit({ as: site.person("user", "quietriot") }), visit({ as: site.person("performer", "YunaPark") })]);
  const { data: me } = await (await nina.request.get("/api/users/me")).json();
  const opened = await tom.request.post("/api/conversations", { data: { source: "performer", sourceId: me._id }, headers: { Origin: site.url } });
  const { data: conversation } = await opened.json();
  site.write(fill(conversation._id, me._id));

  // Each page waits until the place of the line is known.
  const waiting: (() => void)[] = [];
  let asked = "";
  await tom.route(/\/api\/messages\/conversations\/[^/?]+\?.*after=/, async (route) => {
    asked = route.request().url();
    await new Promise<void>((go) => waiting.push(go));
    await route.continue();
  });
  await tom.goto(`/messages?toSource=performer&toId=${me._id}`);
  const log = tom.getByRole("log", { name: "Chat messages" });
  await expect(log.getByText(`line ${lines}`)).toBeVisible();
  await log.hover();

  for (let page = 1; page <= pages; page++) {
    const line = await goUp(log);
    expect(new URL(asked).searchParams.get("limit")).toBe("25");
    const before = await log.evaluate((box) => box.scrollHeight);
    const answered = tom.waitForResponse(/after=/);
    waiting.shift()?.();
    await answered;
    await expect.poll(() => log.evaluate((box) => box.scrollHeight)).not.toBe(before);
    await atRest(log);
    const places = await log.evaluate(() => [...Reflect.get(window, "places")]);
    expect(places, `where “${line.slice(0, 12)}” was while page ${page} came`).toHaveLength(1);
  }
});
