import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import LinksPage from "./LinksPage";

const link = {
  _id: "l1",
  label: "My shop",
  url: "https://shop.example.com/nina",
  performerId: "p1",
  username: "nina",
};

/** The page of staff, over links that are kept; an id in `refused` cannot be changed. */
async function open(refused?: string) {
  let hidden = false;
  server.use(
    http.get("*/api/admin/performer-links", ({ request }) => {
      const shown = new URL(request.url).searchParams.get("hidden") !== "true" || hidden;
      const data = shown ? [{ ...link, hidden }] : [];
      return HttpResponse.json({ data: { data, total: data.length } });
    }),
    http.put("*/api/admin/performer-links/:id", async ({ request, params }) => {
      if (params.id === refused)
        return HttpResponse.json({ message: "This link does not exist." }, { status: 404 });
      hidden = Object(await request.json()).hidden;
      return HttpResponse.json({ data: { ok: true } });
    }),
  );
  return render(<LinksPage />, { session: people.ada });
}

test("staff hide a link and show it again; its address is text, not a link", async () => {
  const { user } = await open();
  expect(await screen.findByText("https://shop.example.com/nina")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /shop\.example/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Hide My shop of nina" }));
  expect(await screen.findByText("Hidden")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show My shop of nina" }));
  await waitFor(() => expect(screen.getByText("Shown")).toBeTruthy());
  await user.click(screen.getByLabelText("Only hidden"));
  expect(await screen.findByText("No link is hidden")).toBeTruthy();
});

test("a refusal is said, and the link stays as it is", async () => {
  const { user } = await open("l1");
  await user.click(await screen.findByRole("button", { name: "Hide My shop of nina" }));
  expect(await screen.findByText("This link does not exist.")).toBeTruthy();
  expect(screen.getByText("Shown")).toBeTruthy();
});
