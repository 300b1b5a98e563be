import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Check } from "./api";
import IdentityCheckPage from "./IdentityCheckPage";

const check = (id: string, username: string): Check => ({
  _id: id,
  account: { _id: username, username, name: "Vera Moss", avatar: "", role: "performer" },
  role: "performer",
  state: "submitted",
  documents: ["idVerification", "documentVerification"],
  submittedAt: "2026-11-02T12:00:00Z",
  submittedBy: username,
  registered: {
    name: "Vera Moss",
    email: "vera@example.com",
    dateOfBirth: "1995-03-04",
    country: "DE",
  },
});

async function openCheck() {
  const looks: string[] = [];
  const vera = check("k1", "vera");
  server.use(
    http.get("*/api/countries/list", () =>
      HttpResponse.json({ data: { data: [{ code: "DE", name: "Germany" }], total: 1 } }),
    ),
    http.get("*/api/admin/identity-checks", () =>
      HttpResponse.json({ data: { data: [vera, check("k2", "mia")], total: 2 } }),
    ),
    http.get("*/api/admin/identity-checks/k1", () => HttpResponse.json({ data: vera })),
    http.get("*/api/admin/identity-checks/k1/documents/:which", ({ request, params }) => {
      looks.push(`${params.which}: ${new URL(request.url).searchParams.get("reason")}`);
      return HttpResponse.arrayBuffer(new ArrayBuffer(8), {
        headers: { "Content-Type": "image/jpeg" },
      });
    }),
  );
  const scene = await render(<IdentityCheckPage />, {
    path: paths.admin.identityCheck("k1"),
    route: "/admin/identity-checks/$id",
    session: people.ada,
    pages: [paths.admin.identityChecks()],
  });
  await screen.findByRole("heading", { name: "Vera Moss" });
  return { ...scene, looks };
}

test("no document is fetched before the reason is given", async () => {
  const { user, looks } = await openCheck();
  expect(looks).toEqual([]);
  await user.clear(screen.getByLabelText(/^Why do you look/));
  await user.click(screen.getByRole("button", { name: "Show the documents" }));
  expect((await screen.findByRole("alert")).textContent).toBe("This field is required!");
  expect(looks).toEqual([]);

  await user.type(screen.getByLabelText(/^Why do you look/), "Registration");
  await user.click(screen.getByRole("button", { name: "Show the documents" }));
  expect(await screen.findByRole("img", { name: "Document" })).toBeDefined();
  expect(looks.sort()).toEqual([
    "documentVerification: Registration",
    "idVerification: Registration",
  ]);
});

test("a verified person leads to the next in the queue", async () => {
  let sent: unknown;
  const { user, router } = await openCheck();
  server.use(
    http.post("*/api/admin/identity-checks/k1/verify", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ data: { ...check("k1", "vera"), state: "verified" } });
    }),
  );
  await screen.findByRole("option", { name: "Germany" });
  await user.selectOptions(screen.getByLabelText(/^Kind of document/), "passport");
  await user.type(screen.getByLabelText(/^Number/), "C01X00T47");
  await user.selectOptions(screen.getByLabelText(/^Issued by/), "DE");
  await user.type(screen.getByLabelText(/^Legal name/), "Vera Moss");
  await user.type(screen.getByLabelText(/^Date of birth/), "1995-03-04");
  await user.type(screen.getByLabelText(/^Valid until/), "2031-01-31");
  await user.click(screen.getByRole("button", { name: "Verify" }));
  await vi.waitFor(() =>
    expect(router.state.location.pathname).toBe(paths.admin.identityCheck("k2")),
  );
  expect(sent).toEqual({
    type: "passport",
    number: "C01X00T47",
    country: "DE",
    legalName: "Vera Moss",
    birthDate: "1995-03-04",
    expiry: "2031-01-31",
  });
});

test("a rejection needs its reason", async () => {
  let sent: unknown;
  const { user } = await openCheck();
  server.use(
    http.post("*/api/admin/identity-checks/k1/reject", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ data: { ...check("k1", "vera"), state: "rejected" } });
    }),
  );
  await user.click(screen.getByRole("button", { name: "Reject" }));
  const [, confirm] = screen.getAllByRole("button", { name: "Reject" });
  if (confirm === undefined) throw new Error("the dialog has no button");
  await user.click(confirm);
  expect((await screen.findByRole("alert")).textContent).toBe("This field is required!");
  await user.click(screen.getByRole("button", { name: "The document has expired." }));
  await user.click(confirm);
  await vi.waitFor(() => expect(sent).toEqual({ reason: "The document has expired." }));
});
