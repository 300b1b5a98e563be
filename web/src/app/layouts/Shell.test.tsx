import { screen } from "@testing-library/react";
import { render } from "@/testing/render";
import { Shell } from "./Shell";

test("the keyboard skips to the page, and past its filters to the first of a list", async () => {
  const { user } = await render(
    <Shell layout="public">
      <a href="/filter">Filter</a>
      <section data-list aria-label="Rooms">
        <a href="/room/nina">Nina</a>
      </section>
    </Shell>,
  );
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "Skip to content" }));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Skip to the list" }));
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "Nina" }));
});
