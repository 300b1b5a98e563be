import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { currentLanguage, speak } from "@/i18n/language";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { setRole } from "@/testing/role";
import { server } from "@/testing/server";
import { type Session, sessionKeys } from "./api";
import { LanguageCard } from "./LanguageCard";
import { useAccountLanguage } from "./useAccountLanguage";

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

beforeEach(() => {
  setRole("user");
  server.use(
    http.get("*/assets/es-1/:name.json", () =>
      HttpResponse.json({ "Language of the site": "Idioma del sitio" }),
    ),
  );
});

afterEach(() => act(() => speak(english)));

const choice = () => screen.getByRole("combobox");

test("the settings change the page, this device and the account", async () => {
  let body: unknown;
  server.use(
    http.put("*/api/users", async ({ request }) => {
      body = await request.json();
      return HttpResponse.json({ data: { ...people.tom, language: "es" } });
    }),
    http.get("*/api/users/me", () =>
      HttpResponse.json({ data: { ...people.tom, language: "es" } }),
    ),
  );
  const { user, queries } = await render(<LanguageCard />, { session: people.tom });
  await user.selectOptions(screen.getByLabelText(/^Language of the site/), "Español");
  expect(await screen.findByLabelText(/^Idioma del sitio/)).toBe(choice());
  expect(body).toEqual({ language: "es" });
  expect(document.documentElement.lang).toBe("es");
  expect(document.cookie).toContain("language=es");
  expect(queries.getQueryData<Session>(sessionKeys.me)?.language).toBe("es");
});

test("a refused change leaves the page as it is and says why", async () => {
  server.use(
    http.put("*/api/users", () =>
      HttpResponse.json({ statusCode: 422, message: "Not now." }, { status: 422 }),
    ),
  );
  const { user } = await render(<LanguageCard />, { session: people.tom });
  await user.selectOptions(choice(), "Español");
  expect(await screen.findByText("Not now.")).toBeTruthy();
  expect([currentLanguage().code, document.cookie]).toEqual(["en", "role=user"]);
  await waitFor(() => expect(choice()).toHaveProperty("value", "en"));
});

test("texts that do not come leave the page as it is and say so", async () => {
  server.use(http.get("*/assets/es-1/:name.json", () => HttpResponse.error()));
  const { user } = await render(<LanguageCard />);
  await user.selectOptions(choice(), "Español");
  expect(
    await screen.findByText("The server cannot be reached. Check your connection and try again."),
  ).toBeTruthy();
  expect([currentLanguage().code, document.cookie]).toEqual(["en", "role=user"]);
});

function Following() {
  useAccountLanguage();
  return <LanguageCard />;
}

test("after a login the page speaks the account's language", async () => {
  server.use(
    http.get("*/api/users/me", () =>
      HttpResponse.json({ data: { ...people.tom, language: "es" } }),
    ),
  );
  const { queries } = await render(<Following />);
  expect(screen.getByLabelText(/^Language of the site/)).toBeTruthy();
  act(() => void queries.setQueryData(sessionKeys.me, { ...people.tom, language: "es" }));
  expect(await screen.findByLabelText(/^Idioma del sitio/)).toBeTruthy();
  expect(document.cookie).toContain("language=es");
});

test("an account without a choice, or with one that is not spoken here, changes nothing", async () => {
  const { queries } = await render(<Following />, { session: people.tom });
  act(() => void queries.setQueryData(sessionKeys.me, { ...people.tom, language: "fr" }));
  expect(screen.getByLabelText(/^Language of the site/)).toBeTruthy();
  expect([currentLanguage().code, document.cookie]).toEqual(["en", "role=user"]);
});
