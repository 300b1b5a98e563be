import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import ForgotPasswordPage from "./ForgotPasswordPage";
import ResetPasswordPage from "./ResetPasswordPage";
import VerifyEmailPage from "./VerifyEmailPage";

const pages = [
  paths.loginUser(),
  paths.loginPerformer(),
  paths.loginStudio(),
  paths.forgotPassword(),
];
const old = {
  statusCode: 422,
  message: "This link is no longer valid. Please ask for a new one.",
  error: "link_expired",
};

async function choosePassword(token?: string) {
  const scene = await render(<ResetPasswordPage />, {
    path: paths.resetPassword({ token }),
    pages,
  });
  await scene.user.type(screen.getByLabelText("New password"), "a few good words");
  await scene.user.click(screen.getByRole("button", { name: "Change password" }));
}

test("a new password is chosen by the mailed link", async () => {
  let sent: unknown;
  server.use(
    http.post("*/api/auth/users/reset", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ data: { message: "Your password is changed. Please log in." } });
    }),
  );
  await choosePassword("t1");
  expect(await screen.findByText("Your password is changed. Please log in.")).toBeDefined();
  expect(sent).toEqual({ token: "t1", password: "a few good words" });
});

test("an old link says so and leads to a new one", async () => {
  server.use(http.post("*/api/auth/users/reset", () => HttpResponse.json(old, { status: 422 })));
  await choosePassword("t0");
  const ask = await screen.findByRole("link", { name: "Ask for a new link" });
  expect(ask.getAttribute("href")).toBe(paths.forgotPassword());
});

test("no link at all is an old one", async () => {
  await render(<ResetPasswordPage />, { path: paths.resetPassword(), pages });
  expect(screen.getByRole("heading", { name: "This link does not work any more" })).toBeDefined();
});

test("the answer to a forgotten password is the server's", async () => {
  const message = "If this address belongs to an account, we have sent it a link.";
  server.use(http.post("*/api/auth/users/forgot", () => HttpResponse.json({ data: { message } })));
  const { user } = await render(<ForgotPasswordPage />, { path: paths.forgotPassword(), pages });
  await user.type(screen.getByLabelText("Email"), "nobody@example.com{Enter}");
  expect(await screen.findByText(message)).toBeDefined();
});

test.each([
  ["user", "/room/nina", paths.loginUser({ next: "/room/nina" })],
  ["performer", "", paths.loginPerformer()],
  ["studio", "", paths.loginStudio()],
])(
  "a mailed address of a %s is verified at once, and one button leads on",
  async (role, next, href) => {
    const message = "Thank you, this is done. You can log in now.";
    server.use(
      http.get("*/api/verification/confirm", () =>
        HttpResponse.json({ data: { message, role, next } }),
      ),
    );
    await render(<VerifyEmailPage />, { path: paths.verifyEmail({ token: "t1" }), pages });
    expect(await screen.findByRole("heading", { name: "Your email is verified" })).toBeDefined();
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual([href]);
  },
);

test("an old verification link offers a new one", async () => {
  let asked: unknown;
  server.use(
    http.get("*/api/verification/confirm", () => HttpResponse.json(old, { status: 422 })),
    http.post("*/api/verification/resend-verification-email", async ({ request }) => {
      asked = await request.json();
      return HttpResponse.json({ data: { message: "We have sent it a new link." } });
    }),
  );
  const { user } = await render(<VerifyEmailPage />, {
    path: paths.verifyEmail({ token: "t0" }),
    pages,
  });
  await user.type(await screen.findByLabelText("Email"), "tom@example.com");
  await user.click(screen.getByRole("button", { name: "Send the link again" }));
  expect(await screen.findByText("We have sent it a new link.")).toBeDefined();
  expect(asked).toEqual({ email: "tom@example.com" });
});
