import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Kind } from "./api";
import { inTheme } from "./inTheme";
import NoticeKindsPage from "./NoticeKindsPage";

const kind = (id: string, changes: Partial<Kind> = {}): Kind => ({
  id,
  group: "order",
  essential: true,
  mailOnly: false,
  channels: { app: true, mail: true, push: true },
  samples: 2,
  ...changes,
});
const mail =
  "<html><head><style>@media (prefers-color-scheme: dark) { p { color: white } }</style></head><body><p>Shipped</p></body></html>";

async function show(path = paths.admin.notices()) {
  const asked: string[] = [];
  server.use(
    http.get("*/api/admin/notices", () =>
      HttpResponse.json({
        data: {
          data: [
            kind("account.verify_email", { group: "system", mailOnly: true, samples: 1 }),
            kind("order.buyer"),
          ],
          total: 2,
        },
      }),
    ),
    http.get<{ kind: string }>("*/api/admin/notices/:kind/preview", ({ request, params }) => {
      asked.push(`${params.kind}${new URL(request.url).search}`);
      const isOpen = request.url.includes("open=true");
      return HttpResponse.json({
        data: {
          subject: "Your order was shipped",
          discreetSubject: "You have news",
          html: mail,
          text: "Shipped",
          ...(params.kind === "order.buyer" && {
            app: { title: "Your order was shipped", text: "It is on its way.", link: "/orders" },
            push: { title: isOpen ? "Your order was shipped" : "You have news", text: "" },
          }),
        },
      });
    }),
  );
  const page = await render(<NoticeKindsPage />, { session: people.ada, path });
  await screen.findByText("You have news");
  return { ...page, asked };
}

test("the kinds are listed by group, and the first is shown discreetly, as it comes", async () => {
  const { asked } = await show();
  const list = screen.getByRole("navigation", { name: "Kinds of notices" });
  expect(
    within(list)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["order.buyer", "account.verify_email"]);
  expect(asked).toEqual(["order.buyer?language=en&sample=0&open=false"]);
  const frame = screen.getByTitle("You have news");
  expect(frame.getAttribute("sandbox")).toBe("");
});

test("another sample, and what those get who need no discretion", async () => {
  const { user, asked } = await show();
  await user.selectOptions(screen.getByLabelText("Sample"), "2 of 2");
  await user.click(screen.getByRole("switch", { name: /^Discreet/ }));
  expect(await screen.findByText("Your order was shipped")).toBeTruthy();
  await waitFor(() => expect(asked.at(-1)).toBe("order.buyer?language=en&sample=1&open=true"));
});

test("as text, on a device, and on the site", async () => {
  const { user } = await show();
  await user.click(screen.getByRole("tab", { name: "Mail as text" }));
  expect(screen.getByText("Shipped")).toBeTruthy();
  await user.click(screen.getByRole("tab", { name: "Devices" }));
  expect(screen.getByRole("figure").textContent).toContain("You have news");
  await user.click(screen.getByRole("tab", { name: "On the site" }));
  expect(screen.getByText("It is on its way.")).toBeTruthy();
  expect(screen.getByText("It leads to /orders")).toBeTruthy();
});

test("what is mailed only is nowhere else", async () => {
  await show(paths.admin.notices({ kind: "account.verify_email" }));
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
    "Mail",
    "Mail as text",
  ]);
  expect(screen.getByText("Mail only")).toBeTruthy();
});

test("a mail is drawn for the theme that is chosen, whatever the reader's own is", () => {
  expect(inTheme(mail, "dark")).toContain("@media all { p");
  expect(inTheme(mail, "light")).toContain("@media print { p");
});
