import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { nina } from "@/testing/me";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { Completeness } from "./Completeness";
import { LinksCard } from "./LinksCard";

const here = { session: people.nina, path: "/" };

test("what is missing of a profile is a link to its field", async () => {
  const { user } = await render(
    <>
      <Completeness performer={{ ...nina, headline: "", aboutMe: "Songs." }} />
      <input id="profile-headline" aria-label="Headline" />
    </>,
    here,
  );
  expect(screen.queryByRole("link", { name: "Words about you" })).toBeNull();
  await user.click(screen.getByRole("link", { name: "A headline" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Headline"));
  expect(screen.getByRole("heading", { name: /Your profile is \d+ % complete/ })).toBeTruthy();
});

test("links are added, checked and sent in their order; what staff hid says so", async () => {
  let sent: unknown;
  server.use(
    http.put("*/api/performers/links", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ data: nina });
    }),
  );
  const links = [{ _id: "l1", label: "Shop", url: "https://shop.example.com", hidden: true }];
  const { user } = await render(<LinksCard performer={{ ...nina, links }} />, here);
  expect(screen.getByText("Hidden by the site's staff.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Add a link" }));
  const [, label] = screen.getAllByLabelText(/Label/);
  const [, address] = screen.getAllByLabelText(/Address/);
  if (!label || !address) throw new Error("the second link has no fields");
  await user.type(label, "Mine");
  await user.type(address, "javascript:alert(1)");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Must be an address such as https://example.com")).toBeTruthy();
  expect(sent).toBeUndefined();
  await user.clear(address);
  await user.type(address, "https://example.com/nina");
  await user.click(screen.getByRole("button", { name: "Move link 2 up" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(sent).toEqual({
      links: [
        { label: "Mine", url: "https://example.com/nina" },
        { label: "Shop", url: "https://shop.example.com" },
      ],
    }),
  );
});
