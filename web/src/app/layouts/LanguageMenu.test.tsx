import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { currentLanguage, speak } from "@/i18n/language";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { usualSettings } from "@/testing/settings";
import { Footer } from "./Footer";

vi.mock("@/settings/boot", async (original) => ({
  ...(await original<typeof import("@/settings/boot")>()),
  readBoot: () => ({
    languages: [
      { code: "en", name: "English", dir: "ltr" },
      { code: "es", name: "Español", dir: "ltr", texts: "/assets/es-1/" },
    ],
  }),
}));

const english = currentLanguage();

afterEach(() => act(() => speak(english)));

test("a guest chooses a language at the foot of the page, and this device remembers it", async () => {
  server.use(
    http.get("*/assets/es-1/:name.json", () =>
      HttpResponse.json({ "Language: {name}": "Idioma: {name}" }),
    ),
    http.get("*/api/settings/public", () => HttpResponse.json({ data: usualSettings })),
  );
  const { user } = await render(<Footer />);
  await user.click(await screen.findByRole("button", { name: "Language: English" }));
  await user.click(screen.getByRole("menuitem", { name: "Español" }));
  expect(await screen.findByRole("button", { name: "Idioma: Español" })).toBeTruthy();
  expect(document.documentElement.lang).toBe("es");
  expect(document.cookie).toContain("language=es");
});
