import { act, screen } from "@testing-library/react";
import { render } from "@/testing/render";
import { focusHeadings } from "./focusHeading";

function Page() {
  return (
    <main>
      <h1>Profile</h1>
      <input aria-label="Name" />
    </main>
  );
}

test("after a change of pages the keyboard goes on at the heading, unless somebody types", async () => {
  const { router } = await render(<Page />, { path: "/room/nina", route: "/room/$username" });
  const stop = focusHeadings(router);
  await act(() => router.navigate({ to: "/room/vera" }));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading")));

  const field = screen.getByLabelText("Name");
  field.focus();
  await act(() => router.navigate({ to: "/room/nina" }));
  expect(document.activeElement).toBe(field);
  stop();
});
