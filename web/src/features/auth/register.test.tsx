import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import RegisterPerformerPage from "./RegisterPerformerPage";
import RegisterUserPage from "./RegisterUserPage";

const pages = [paths.home(), paths.loginUser(), paths.loginPerformer()];

beforeEach(() => {
  server.use(
    http.get("*/api/countries/list", () =>
      HttpResponse.json({ data: { data: [{ code: "DE", name: "Germany" }], total: 1 } }),
    ),
  );
});

const texts = async () =>
  (await screen.findAllByRole("alert")).map((alert) => alert.textContent ?? "");

test("the texts of the specification are shown, letter for letter", async () => {
  const { user } = await render(<RegisterUserPage />, { path: paths.registerUser(), pages });
  await user.type(screen.getByLabelText(/^Username/), "tom reed!");
  await user.type(screen.getByLabelText(/^Email/), "tom@example");
  await user.type(screen.getByLabelText(/^Password/), "short");
  await user.click(screen.getByRole("button", { name: "Create account" }));
  expect(await texts()).toEqual([
    "Dont allow special chars or space",
    "Not a validate email!",
    "Must have at least 15 characters",
    "This field is required!",
  ]);
});

test("who is not 18 is refused", async () => {
  const { user } = await render(<RegisterUserPage />, { path: paths.registerUser(), pages });
  await user.type(screen.getByLabelText(/^Date of birth/), "2020-01-01");
  await user.click(screen.getByRole("button", { name: "Create account" }));
  expect(await texts()).toContain("You must be at least 18 years old.");
});

test("a registered member is told to look into the mail; the referral code goes along", async () => {
  let sent: unknown;
  server.use(
    http.post("*/api/auth/users/register", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ data: { message: "Welcome!" } });
    }),
  );
  server.use(
    http.get("*/api/referrals/codes/nina7345", () =>
      HttpResponse.json({ data: { code: "NINA7345", username: "nina", avatar: "" } }),
    ),
  );
  const path = `${paths.registerUser()}?ref=nina7345`;
  const { user } = await render(<RegisterUserPage />, { path, pages });
  expect((await screen.findByText(/Invited by/)).textContent).toBe("Invited by nina");
  await user.type(screen.getByLabelText(/^Username/), "tom");
  await user.type(screen.getByLabelText(/^Email/), "tom@example.com");
  await user.type(screen.getByLabelText(/^Password/), "a few good words");
  await user.type(screen.getByLabelText(/^Date of birth/), "1990-12-31");
  await user.click(screen.getByRole("button", { name: "Create account" }));
  expect(await screen.findByRole("heading", { name: "Check your mail" })).toBeDefined();
  expect(sent).toMatchObject({ username: "tom", dateOfBirth: "1990-12-31", ref: "NINA7345" });
  expect(localStorage.getItem("invitation")).toBeNull();
});

test("a taken username is told at its field", async () => {
  const message = [
    { property: "username", constraints: { taken: "This username is already taken." } },
  ];
  server.use(
    http.post("*/api/auth/users/register", () => HttpResponse.json({ message }, { status: 422 })),
  );
  const { user } = await render(<RegisterUserPage />, { path: paths.registerUser(), pages });
  await user.type(screen.getByLabelText(/^Username/), "tom");
  await user.type(screen.getByLabelText(/^Email/), "tom@example.com");
  await user.type(screen.getByLabelText(/^Password/), "a few good words");
  await user.type(screen.getByLabelText(/^Date of birth/), "1990-12-31");
  await user.click(screen.getByRole("button", { name: "Create account" }));
  expect(await texts()).toEqual(["This username is already taken."]);
  expect(screen.getByLabelText(/^Email/)).toHaveProperty("value", "tom@example.com");
});

test("a document of a wrong kind or size is refused before it is sent", async () => {
  const { user } = await render(<RegisterPerformerPage />, {
    path: paths.registerPerformer(),
    pages,
  });
  const heavy = new File([new Uint8Array(10 * 1024 * 1024)], "me.jpg", { type: "image/jpeg" });
  const word = new File(["x"], "id.doc", { type: "application/msword" });
  await user.upload(screen.getByLabelText(/holding your ID/), heavy);
  const paper = screen.getByLabelText(/passport, identity card/);
  paper.removeAttribute("accept");
  await user.upload(paper, word);
  await user.click(screen.getByRole("button", { name: "Register" }));
  expect(await texts()).toEqual(
    expect.arrayContaining([
      "Image must smaller than 10MB!",
      "You can only upload jpg, jpeg, png, webp, pdf file!",
    ]),
  );
});
