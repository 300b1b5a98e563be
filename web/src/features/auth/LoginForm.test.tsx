import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import LoginPerformerPage from "./LoginPerformerPage";
import LoginUserPage from "./LoginUserPage";

const pages = [
  paths.home(),
  paths.live(),
  paths.registerUser(),
  paths.registerPerformer(),
  paths.verifyEmail(),
  paths.contact(),
  paths.forgotPassword(),
];

function refuse(error: string, message: string) {
  server.use(
    http.post("*/api/auth/users/login", () =>
      HttpResponse.json({ statusCode: 401, message, error }, { status: 401 }),
    ),
  );
}

async function logInAsTom() {
  const scene = await render(<LoginUserPage />, { path: paths.loginUser(), pages });
  await scene.user.type(screen.getByLabelText("Username or email"), "tom");
  await scene.user.type(screen.getByLabelText("Password"), "correct horse battery");
  await scene.user.click(screen.getByRole("button", { name: "Log in" }));
  return scene;
}

test.each([
  ["wrong_credentials", "The username or password is wrong.", undefined],
  ["account_suspended", "This account is suspended. Please contact support.", "Contact support"],
  [
    "email_unverified",
    "Please verify your email address first. We have sent you a link.",
    "Send the link again",
  ],
])("the refusal %s is told, keeps the input and offers the next step", async (code, text, next) => {
  refuse(code, text);
  await logInAsTom();
  expect((await screen.findByRole("alert")).textContent).toBe(text);
  expect(screen.getByLabelText("Username or email")).toHaveProperty("value", "tom");
  expect(screen.getByLabelText("Password")).toHaveProperty("value", "correct horse battery");
  const offered = ["Contact support", "Send the link again"].filter((name) =>
    screen.queryByRole("link", { name }),
  );
  expect(offered).toEqual(next === undefined ? [] : [next]);
});

test("a member who logs in goes home", async () => {
  server.use(
    http.post("*/api/auth/users/login", () => HttpResponse.json({ data: { token: "t" } })),
    http.get("*/api/users/me", () => HttpResponse.json({ data: people.tom })),
  );
  const { router } = await logInAsTom();
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/"));
});

test("a verified performer who logs in goes to /live", async () => {
  server.use(
    http.post("*/api/auth/performers/login", () => HttpResponse.json({ data: { token: "t" } })),
    http.get("*/api/users/me", () => HttpResponse.json({ data: people.nina })),
  );
  const path = paths.loginPerformer();
  const { user, router } = await render(<LoginPerformerPage />, { path, pages });
  await user.type(screen.getByLabelText("Username or email"), "nina");
  await user.type(screen.getByLabelText("Password"), "correct horse battery{Enter}");
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/live"));
});

test("an empty form says what is required and calls nobody", async () => {
  const { user } = await render(<LoginUserPage />, { path: paths.loginUser(), pages });
  await user.click(screen.getByRole("button", { name: "Log in" }));
  const texts = (await screen.findAllByRole("alert")).map((alert) => alert.textContent);
  expect(texts).toEqual(["This field is required!", "This field is required!"]);
});

test("the password can be shown", async () => {
  const { user } = await render(<LoginUserPage />, { path: paths.loginUser(), pages });
  expect(screen.getByLabelText("Password").getAttribute("type")).toBe("password");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(screen.getByLabelText("Password").getAttribute("type")).toBe("text");
});
