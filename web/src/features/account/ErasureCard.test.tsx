import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { ErasureCard } from "./ErasureCard";

const path = "*/api/users/me/erasure";

function shows(state: object) {
  server.use(
    http.get(path, () =>
      HttpResponse.json({ data: { asked: false, onHold: false, obstacles: [], ...state } }),
    ),
  );
  return render(<ErasureCard />, { session: people.tom, path: "/account/user/account-settings" });
}

test("an erasure is asked for once it was confirmed", async () => {
  let asked = 0;
  server.use(
    http.post(path, () => {
      asked++;
      return HttpResponse.json({ data: { success: true } });
    }),
  );
  const { user } = await shows({});
  await user.click(await screen.findByRole("button", { name: "Erase account" }));
  expect(asked).toBe(0);
  const dialog = within(screen.getByRole("dialog", { name: "Erase your account?" }));
  await user.click(dialog.getByRole("button", { name: "Erase account" }));
  await vi.waitFor(() => expect(asked).toBe(1));
});

test("what is open is said, and nothing can be asked for", async () => {
  await shows({
    obstacles: [
      { what: "balance", title: "Tokens that are left", count: 1 },
      { what: "orders", title: "Orders", count: 2 },
    ],
  });
  expect(await screen.findByText(/^Tokens that are left: spend them/)).toBeTruthy();
  expect(screen.getByText("Orders: 2 open")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Erase account" }).hasAttribute("disabled")).toBe(true);
});

test("it can be taken back, also on hold", async () => {
  let back = 0;
  server.use(
    http.delete(path, () => {
      back++;
      return HttpResponse.json({ data: { success: true } });
    }),
  );
  const { user } = await shows({ asked: true, onHold: true, dueAt: "2026-11-16T12:00:00Z" });
  expect(await screen.findByText(/^We have put this on hold/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Keep my account" }));
  await vi.waitFor(() => expect(back).toBe(1));
});
