import { seriousFindings } from "./axe";
import { expect, type Page, test } from "./test";

type Preview = { subject: string; discreetSubject: string; html: string; text: string };
type Letter = Preview & { name: string };

/** Every mail that the site writes, with each of its samples, as the back office shows it. */
async function letters(office: Page, language: string): Promise<Letter[]> {
  const ask = async (path: string) => (await (await office.request.get(`/api/admin/notices${path}`)).json()).data;
  const kinds: { id: string; samples: number }[] = (await ask("")).data;
  const all: Letter[] = [];
  for (const { id, samples } of kinds) {
    for (let sample = 0; sample < samples; sample++) {
      const preview: Preview = await ask(`/${id}/preview?language=${language}&sample=${sample}`);
      all.push({ ...preview, name: `${id} ${sample}` });
    }
  }
  return all;
}

/** How light a picture of the page is at its edge and in the middle of its heading's card, from 0 to 255. */
async function lightness(page: Page): Promise<{ edge: number; card: number }> {
  const picture = (await page.screenshot()).toString("base64");
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const drawing = canvas.getContext("2d");
    drawing?.drawImage(image, 0, 0);
    const at = (x: number, y: number) => {
      const [red = 0, green = 0, blue = 0] = drawing?.getImageData(x, y, 1, 1).data ?? [];
      return (red + green + blue) / 3;
    };
    const card = document.querySelector("h1")?.getBoundingClientRect();
    return { edge: at(2, 2), card: card ? at(card.left + 1, card.top - 8) : -1 };
  }, picture);
}

for (const { theme, width, language } of [
  { theme: "light", width: 390, language: "es" }, // whose words are longer
  { theme: "dark", width: 800, language: "en" },
] as const) {
  test(`every mail is read well in a ${theme} mail program of ${width} pixels`, async ({ site, visit, browser }) => {
    test.setTimeout(120_000);
    const all = await letters(await visit({ as: site.person("admin") }), language);
    expect(all.length).toBeGreaterThan(30);

    const page = await browser.newPage({ colorScheme: theme, viewport: { width, height: 900 } });
    const asked: string[] = [];
    await page.route(/^https?:/, (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    for (const { name, html, subject, discreetSubject, text } of all) {
      await page.setContent(html);
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading, name).toBeVisible();
      expect.soft(await page.locator("html").getAttribute("lang"), name).toBe(language);
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), `${name}: its width`).toBeLessThanOrEqual(width);
      expect.soft(await seriousFindings(page), name).toEqual([]);
      const { edge, card } = await lightness(page);
      if (theme === "light") expect.soft(Math.min(edge, card), `${name}: how light it is`).toBeGreaterThan(230);
      else expect.soft(Math.max(edge, card), `${name}: how light it is`).toBeLessThan(50);
      // What is shown before a mail is opened, and to who reads no HTML.
      expect.soft(subject.trim(), name).not.toBe("");
      expect.soft(discreetSubject.trim(), name).not.toBe("");
      expect.soft(text.trim(), name).toContain((await heading.innerText()).trim());
    }
    expect(asked, "a mail loads nothing from anywhere").toEqual([]);
    await page.close();
  });
}
