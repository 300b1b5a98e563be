import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { memo, useState } from "react";
import { formatNumber } from "@/lib/format";
import { formatDate } from "@/lib/time";
import { countryName } from "@/performers/places";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import {
  currentLanguage,
  type Language,
  speak,
  textsReady,
  translated,
  withTexts,
} from "./language";
import { inOrder } from "./locale";
import { texts } from "./texts";
import { inLanguage, useLanguage } from "./useLanguage";

const spanish: Language = { code: "es", name: "Español", dir: "ltr", texts: "/assets/es-1/" };
const hebrew: Language = { code: "he", name: "עברית", dir: "rtl", texts: "/assets/he-1/" };
const english = currentLanguage();

const t = texts("language-test");

function answer(catalogue: Record<string, string>) {
  server.use(http.get("*/assets/:language/:name.json", () => HttpResponse.json(catalogue)));
}

afterEach(() => speak(english));

const Remembered = memo(function Remembered() {
  useLanguage();
  return <p>{t("Save")}</p>;
});

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        {t("{count, plural, one {# tip} other {# tips}}", { count })}
      </button>
      <p>{t.rich("Read the <b>terms</b>.", { b: (words) => <strong>{words}</strong> })}</p>
      <Remembered />
    </>
  );
}

const Page = inLanguage(Counter);

test("a page changes its language without losing what it has", async () => {
  answer({
    "{count, plural, one {# tip} other {# tips}}":
      "{count, plural, one {# propina} other {# propinas}}",
    "Read the <b>terms</b>.": "Lee las <b>condiciones</b>.",
    Save: "Guardar",
  });
  const { user } = await render(<Page />);
  await user.click(screen.getByRole("button", { name: "0 tips" }));
  await act(() => speak(spanish));
  expect(screen.getByRole("button", { name: "1 propina" })).toBeInstanceOf(HTMLElement);
  expect(screen.getByText("condiciones").tagName).toBe("STRONG");
  expect(screen.getByText("Guardar")).toBeInstanceOf(HTMLElement);
  expect(document.documentElement.lang).toBe("es");
  await act(() => speak(english));
  expect(screen.getByRole("button", { name: "1 tip" })).toBeInstanceOf(HTMLElement);
});

test("the page turns with a language that is written from the right", async () => {
  answer({});
  await speak(hebrew);
  expect(document.documentElement.dir).toBe("rtl");
  expect(t("Save")).toBe("Save"); // what has no translation yet
});

test("numbers, dates, names and the order of words are the language's", async () => {
  answer({});
  expect([formatNumber(12345.5), formatDate("2026-11-21T12:00:00Z"), countryName("DE")]).toEqual([
    "12,345.50",
    "21 Nov 2026",
    "Germany",
  ]);
  await speak(spanish);
  expect([formatNumber(12345.5), formatDate("2026-11-21T12:00:00Z"), countryName("DE")]).toEqual([
    "12.345,50",
    "21 nov 2026",
    "Alemania",
  ]);
  expect(["nube", "ñame", "oso"].sort(inOrder)).toEqual(["nube", "ñame", "oso"]);
});

test("texts that do not come leave the language as it is, and the next try gets them", async () => {
  server.use(http.get("*/assets/:language/:name.json", () => HttpResponse.error(), { once: true }));
  await expect(speak(spanish)).rejects.toThrow();
  expect([currentLanguage(), t("Save")]).toEqual([english, "Save"]);
  answer({ Save: "Guardar" });
  await speak(spanish);
  expect(t("Save")).toBe("Guardar");
});

test("a file that comes later brings its texts along", async () => {
  const asked: unknown[] = [];
  server.use(
    http.get("*/assets/:language/:name.json", ({ params }) => {
      asked.push(params.name);
      return HttpResponse.json({ Later: "Después" });
    }),
  );
  await speak(spanish);
  asked.length = 0;
  const load = async () => texts("language-test-later");
  const later = await load().then(withTexts);
  expect([later("Later"), asked]).toEqual(["Después", ["language-test-later"]]);
  await textsReady();
  expect(asked).toHaveLength(1); // what is here is not fetched again
  expect(translated("language-test-later", "Later")).toBe("Después");
});
