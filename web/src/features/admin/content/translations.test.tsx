import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { CategoryDialog } from "./CategoryDialog";
import PostEditPage from "./PostEditPage";

vi.mock("@/i18n/further", () => ({
  further: [{ code: "es", name: "Español", dir: "ltr" }],
  eachFurther: (of: (code: string) => unknown) => ({ es: of("es") }),
}));

const dancers = {
  _id: "c1",
  name: "Dancers",
  slug: "dancers",
  position: 1,
  translations: { es: { name: "Baile" }, fr: { name: "Danse" } },
};

async function openCategory() {
  const sent: unknown[] = [];
  server.use(
    http.put("*/api/admin/performer-categories/c1", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: dancers });
    }),
  );
  const { user } = await render(
    <CategoryDialog category={dancers} position={1} onClose={() => {}} />,
    { session: people.ada },
  );
  const form = within(screen.getByRole("form", { name: "Category" }));
  const save = () => user.click(form.getByRole("button", { name: "Save" }));
  return { user, form, save, sent };
}

const own = { name: "Dancers", slug: "dancers", position: 1 };

test("a form that changes no translation leaves them as they are by now", async () => {
  const { user, form, save, sent } = await openCategory();
  await user.type(form.getByLabelText(/^Name/, { selector: "[name=name]" }), "!");
  await save();
  await vi.waitFor(() => expect(sent).toEqual([{ ...own, name: "Dancers!" }]));
});

test("a changed translation is sent with those of languages that are gone", async () => {
  const { user, form, save, sent } = await openCategory();
  await user.clear(form.getByLabelText("Name (Español)"));
  await user.type(form.getByLabelText("Name (Español)"), "Danza");
  await save();
  const translations = { es: { name: "Danza" }, fr: { name: "Danse" } };
  await vi.waitFor(() => expect(sent).toEqual([{ ...own, translations }]));
});

test("a refused translation says so at its field", async () => {
  const { user, form, save } = await openCategory();
  const message = [{ property: "translations.es.name", constraints: { rule: "Is too long" } }];
  server.use(
    http.put("*/api/admin/performer-categories/c1", () =>
      HttpResponse.json({ statusCode: 422, message, error: "invalid" }, { status: 422 }),
    ),
  );
  const spanish = form.getByLabelText("Name (Español)");
  await user.type(spanish, "!");
  await save();
  expect((await form.findByRole("alert")).textContent).toBe("Is too long");
  expect(spanish.getAttribute("aria-invalid")).toBe("true");
});

test("a page that was changed in English alone is sent without its translations", async () => {
  const sent: unknown[] = [];
  const post = {
    _id: "p1",
    title: "Terms",
    slug: "terms",
    shortDescription: "",
    source: "<p>Be kind.</p>",
    status: "published",
    translations: { es: { title: "Reglas", shortDescription: "", content: "" } },
  };
  server.use(
    http.get("*/api/admin/posts/p1", () => HttpResponse.json({ data: post })),
    http.put("*/api/admin/posts/p1", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: post });
    }),
  );
  const { user } = await render(<PostEditPage />, {
    session: people.ada,
    route: "/admin/posts/$id",
    path: paths.admin.post("p1"),
    pages: [paths.admin.posts()],
  });
  await user.type(await screen.findByLabelText(/^Title/, { selector: "[name=title]" }), "!");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const { title, slug, shortDescription, source: content, status } = post;
  await vi.waitFor(() =>
    expect(sent).toEqual([{ title: `${title}!`, slug, shortDescription, content, status }]),
  );
});
