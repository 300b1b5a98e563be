import { seriousFindings } from "./axe";
import { Console } from "./console";
import { cutTexts, EnglishLeft, overlaps } from "./drawn";
import { dozensOf } from "./pages";
import { expect, expectShown, phone, test } from "./test";

test.use({ empty: true, pseudoLanguages: true });
test.describe.configure({ mode: "parallel" });

// A pseudo-text within another is in brackets twice, which what is seen of it is not.
const isNoBracket = (finding: string) => !finding.startsWith("label-content-name-mismatch");

const sizes = [{ width: 1440, height: 900 }, phone];

// A dozen pages a login: who opens more than thirty in a minute is told to wait before they are connected again.
for (const role of ["guest", "user", "performer", "studio", "admin"] as const) {
  for (const [index, paths] of dozensOf(role).entries()) {
    test(`${role}, part ${index + 1}: pages of a site that has nothing yet say so, in a language that is two fifths longer`, async ({ site, visit }) => {
      test.setTimeout(400_000);
      const page = await visit(role === "guest" ? {} : { as: site.person(role) });
      await page.context().addCookies([{ name: "language", value: "en-XA", url: site.url }]);
      const [english, told] = [new EnglishLeft(page), new Console(page)];
      for (const path of paths.filter((path) => !path.includes("$"))) {
        for (const size of sizes) {
          const where = `${path} at ${size.width} px`;
          await page.setViewportSize(size);
          if (size !== phone) await page.goto(path);
          await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
          await expectShown(page, where);
          await expect(page, where).toHaveURL(path);
          expect.soft(await english.find(), `${where}: English`).toEqual([]);
          expect.soft(await page.evaluate(cutTexts), `${where}: cut`).toEqual([]);
          expect.soft(await page.evaluate(overlaps), `${where}: over each other`).toEqual([]);
          const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          expect.soft(wider, `${where}: pixels that the page is wider than its window`).toBe(0);
        }
        expect.soft(told.take(path), `${path}: on the console`).toEqual([]);
        const findings = await seriousFindings(page);
        told.take(path); // what axe itself says to frames
        expect.soft(findings.filter(isNoBracket), path).toEqual([]);
      }
    });
  }
}
