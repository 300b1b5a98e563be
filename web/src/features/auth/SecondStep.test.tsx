import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import LoginAdminPage from "./LoginAdminPage";

const pages = [
  paths.admin.dashboard(),
  paths.admin.login(),
  paths.contact(),
  paths.forgotPassword(),
  paths.home(),
];

const wrong = {
  statusCode: 422,
  error: "Unprocessable Entity",
  message: [{ property: "code", constraints: { wrong: "This code is wrong." } }],
};
const over = { statusCode: 401, error: "two_factor_expired", message: "Please log in again." };

/** Logs in as Ada whose account asks for a code, and answers codes in turn. */
async function asked(...answers: { status: number; body: object }[]) {
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/auth/admin/login", () =>
      HttpResponse.json({ data: { twoFactor: true, ticket: "t1" } }),
    ),
    http.post("*/api/auth/two-factor", async ({ request }) => {
      sent.push(await request.json());
      const answer = answers.shift();
      return HttpResponse.json(answer?.body, { status: answer?.status ?? 500 });
    }),
    http.get("*/api/users/me", () => HttpResponse.json({ data: people.ada })),
  );
  const scene = await render(<LoginAdminPage />, { path: paths.loginAdmin(), pages });
  await scene.user.type(screen.getByLabelText("Username or email"), "ada");
  await scene.user.type(screen.getByLabelText("Password"), "correct horse battery{Enter}");
  const code = await screen.findByLabelText("Code of your authenticator app");
  return { ...scene, code, sent };
}

test("a wrong code is told at its field, and the right one leads in", async () => {
  const done = { status: 200, body: { data: { token: "t" } } };
  const { user, code, sent, router } = await asked({ status: 422, body: wrong }, done);
  await user.type(code, "000000{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("This code is wrong.");
  await user.clear(code);
  await user.type(code, "123456{Enter}");
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/admin"));
  expect(sent.at(-1)).toEqual({ ticket: "t1", code: "123456" });
});

test("a ticket that is over leads back to the password, which is kept out of sight", async () => {
  const { user, code } = await asked({ status: 401, body: over });
  await user.type(code, "123456{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("Please log in again.");
  expect(screen.getByLabelText("Username or email")).toHaveProperty("value", "ada");
});

test("a recovery code may stand in, and a lost device has its words", async () => {
  const { user, sent } = await asked({ status: 200, body: { data: { token: "t" } } });
  await user.click(screen.getByRole("button", { name: "Use a recovery code" }));
  await user.type(screen.getByLabelText("Recovery code"), "ABCD-EFGH-IJKL-MNOP{Enter}");
  await vi.waitFor(() => expect(sent).toEqual([{ ticket: "t1", code: "ABCD-EFGH-IJKL-MNOP" }]));
});

test("an admin without a second factor is led to its set-up, wherever they were going", async () => {
  const ada = { ...people.ada, twoFactorWanted: true };
  server.use(
    http.post("*/api/auth/admin/login", () => HttpResponse.json({ data: { token: "t" } })),
    http.get("*/api/users/me", () => HttpResponse.json({ data: ada })),
  );
  const path = paths.loginAdmin({ next: paths.admin.finance() });
  const { user, router } = await render(<LoginAdminPage />, { path, pages });
  await user.type(screen.getByLabelText("Username or email"), "ada");
  await user.type(screen.getByLabelText("Password"), "correct horse battery{Enter}");
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(paths.admin.login()));
});
