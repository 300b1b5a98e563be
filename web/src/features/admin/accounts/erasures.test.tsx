import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import ErasuresPage from "./ErasuresPage";

test("an erasure is put on hold with a reason, and released", async () => {
  let heldReason: string | undefined;
  let released = 0;
  server.use(
    http.get("*/api/admin/erasures", () =>
      HttpResponse.json({
        data: {
          total: 1,
          data: [
            {
              _id: "e1",
              accountId: "a1",
              username: "tom",
              role: "user",
              askedAt: "2026-11-01T12:00:00Z",
              dueAt: "2026-11-15T12:00:00Z",
              isDue: false,
              begun: false,
              obstacles: [],
              ...(heldReason !== undefined && { heldReason }),
            },
          ],
        },
      }),
    ),
    http.put("*/api/admin/erasures/e1/hold", async ({ request }) => {
      const body: unknown = await request.json();
      heldReason = String(typeof body === "object" && body ? Reflect.get(body, "reason") : "");
      return HttpResponse.json({ data: { success: true } });
    }),
    http.delete("*/api/admin/erasures/e1/hold", () => {
      released++;
      return HttpResponse.json({ data: { success: true } });
    }),
  );
  const { user } = await render(<ErasuresPage />, {
    session: people.ada,
    path: "/admin/accounts/erasures",
  });
  await user.click(await screen.findByRole("button", { name: "Put the erasure of tom on hold" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByRole("textbox"), "A court asks.");
  await user.click(dialog.getByRole("button", { name: "Put on hold" }));
  await vi.waitFor(() => expect(heldReason).toBe("A court asks."));
  expect(await screen.findByText("A court asks.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Let the erasure of tom go on" }));
  await vi.waitFor(() => expect(released).toBe(1));
});
