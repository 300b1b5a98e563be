import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import * as z from "zod/mini";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Connection, Post, Setup } from "./api";
import { PostsCard } from "./PostsCard";
import SetUpPage from "./SetUpPage";
import { SignInCard } from "./SignInCard";
import { SignInWays } from "./SignInWays";

const answers = (path: string, data: unknown) =>
  http.get(`*/api${path}`, () => HttpResponse.json({ data }));
const site = (posts: boolean, signIn: boolean) =>
  answers("/social-connect/available", { posts, signIn });

const post: Post = {
  _id: "p1",
  text: "Nina is live: https://example.com/room/nina",
  status: "sent",
  link: "https://x.com/i/web/status/1001",
  dueAt: "2026-11-02T12:00:00Z",
  createdAt: "2026-11-02T12:00:00Z",
};
const connected: Connection = {
  available: true,
  connected: true,
  isActive: true,
  autoTweet: false,
  text: "I am live: {url}",
  username: "nina_x",
  needsReconnect: false,
  hidden: false,
  posts: [],
};

/** What a preview would be. */
const previews = http.post("*/api/social-connect/twitter/preview", async ({ request }) => {
  const { text } = z.parse(z.object({ text: z.string() }), await request.json());
  return HttpResponse.json({ data: { text: `~${text}`, length: text.length, most: 280 } });
});

test("where the site has no X, nothing is drawn", async () => {
  server.use(site(false, false));
  await render(
    <main>
      <PostsCard />
      <SignInCard />
    </main>,
    { session: people.nina },
  );
  await vi.waitFor(() => expect(screen.getByRole("main").textContent).toBe(""));
});

test("a performer changes text and switch, sees a preview", async () => {
  const sent: unknown[] = [];
  server.use(
    site(true, false),
    answers("/social-connect/twitter", connected),
    previews,
    http.put("*/api/social-connect/twitter", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: { ...connected, autoTweet: true } });
    }),
  );
  const { user } = await render(<PostsCard />, { session: people.nina });
  const text = await screen.findByLabelText(/^Text/);
  expect(await screen.findByText("~I am live: {url}")).toBeTruthy();
  await user.click(screen.getByRole("switch", { name: /Post when I go live/ }));
  await user.type(text, " ");
  await user.click(screen.getByRole("button", { name: "Date and time" }));
  expect(text).toHaveProperty("value", "I am live: {url} {time}");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() =>
    expect(sent).toEqual([{ isActive: true, autoTweet: true, text: "I am live: {url} {time}" }]),
  );
});

test("a failed post says why, and is tried again", async () => {
  const { link: _, ...unsent } = post;
  const failed: Post = { ...unsent, _id: "p2", status: "failed", failure: "duplicate" };
  server.use(
    site(true, false),
    answers("/social-connect/twitter", { ...connected, posts: [failed, post] }),
    previews,
    http.post("*/api/social-connect/twitter/posts/p2/retry", () =>
      HttpResponse.json({ message: "You are not live in public now." }, { status: 409 }),
    ),
  );
  const { user } = await render(<PostsCard />, { session: people.nina });
  const list = within(await screen.findByRole("region", { name: "Last posts" }));
  expect(list.getByText(/refuses the same text twice/)).toBeTruthy();
  expect(list.getByRole("link", { name: /Show on X/ })).toHaveProperty("href", post.link);
  await user.click(list.getByRole("button", { name: "Try again" }));
  expect((await list.findByRole("alert")).textContent).toBe("You are not live in public now.");
});

test("tokens that X takes no longer are said, with the way to connect again", async () => {
  server.use(
    site(true, false),
    answers("/social-connect/twitter", { ...connected, needsReconnect: true, hidden: true }),
    previews,
  );
  await render(<PostsCard />, { session: people.nina });
  expect((await screen.findByRole("alert")).textContent).toContain("no longer lets us post");
  expect(screen.getByRole("button", { name: "Connect again" })).toBeTruthy();
  expect(screen.getByText(/You block a country/)).toBeTruthy();
});

test("a member disconnects X after a question", async () => {
  let identity: object | undefined = { username: "tom_x", connectedAt: "2026-11-01T12:00:00Z" };
  server.use(
    site(false, true),
    http.get("*/api/social-connect/sign-in", () => HttpResponse.json({ data: { identity } })),
    http.delete("*/api/social-connect/sign-in", () => {
      identity = undefined;
      return HttpResponse.json({ data: { success: true } });
    }),
  );
  const { user } = await render(<SignInCard />, { session: people.tom });
  expect(await screen.findByText("@tom_x")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Disconnect" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Disconnect" }));
  expect(await screen.findByRole("button", { name: "Connect X (Twitter)" })).toBeTruthy();
});

const ways = (at: "login" | "register", seen: string[]) => (
  <SignInWays
    at={at}
    next="/room/nina"
    onTicket={(ticket) => seen.push(ticket)}
    onEntered={async () => void seen.push("entered")}
  >
    <p>the form</p>
  </SignInWays>
);

test.each([
  [{ token: "t" }, "entered"],
  [{ twoFactor: true, ticket: "a ticket" }, "a ticket"],
])("who is led back by X is logged in, or asked for a code: %o", async (data, want) => {
  const seen: string[] = [];
  server.use(
    site(false, true),
    http.post("*/api/auth/twitter/login", () => HttpResponse.json({ data })),
  );
  await render(ways("login", seen), { path: `${paths.loginUser()}?twitter=f1` });
  await vi.waitFor(() => expect(seen).toEqual([want]));
});

test("a refusal keeps the form and names the next step", async () => {
  server.use(
    site(false, true),
    http.post("*/api/auth/twitter/login", () =>
      HttpResponse.json(
        { message: "Please verify your email address first.", error: "email_unverified" },
        { status: 401 },
      ),
    ),
  );
  await render(ways("login", []), { path: `${paths.loginUser()}?twitter=f1` });
  expect((await screen.findByRole("alert")).textContent).toContain("verify your email");
  expect(screen.getByText("the form")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Send the link again" })).toBeTruthy();
});

test("who did not allow it reads that, beside the form", async () => {
  server.use(site(false, true));
  await render(ways("login", []), { path: `${paths.loginUser()}?twitter=denied` });
  expect((await screen.findByRole("alert")).textContent).toContain("You did not allow it");
  expect(screen.getByText("the form")).toBeTruthy();
});

test("who is nobody here yet goes from the login to the registration, and keeps where they wanted to go", async () => {
  server.use(
    site(false, true),
    http.post("*/api/auth/twitter/login", () =>
      HttpResponse.json({
        data: { registration: { handle: "tom_x", username: "tomx", name: "", email: "" } },
      }),
    ),
  );
  const { router } = await render(ways("login", []), {
    path: `${paths.loginUser()}?twitter=f1`,
    pages: [paths.registerUser()],
  });
  await screen.findByText(paths.registerUser());
  expect(router.state.location.href).toBe(`${paths.registerUser()}?next=%2Froom%2Fnina&twitter=f1`);
});

test("somebody new says what X does not, agrees to the terms, and is told to look into their mail", async () => {
  const sent: unknown[] = [];
  server.use(
    site(false, true),
    http.post("*/api/auth/twitter/login", () =>
      HttpResponse.json({
        data: { registration: { handle: "tom_x", username: "tomx", name: "Tom", email: "" } },
      }),
    ),
    http.post("*/api/auth/twitter/register", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: { message: "Welcome! Please follow the link." } });
    }),
  );
  const { user } = await render(ways("register", []), {
    path: `${paths.registerUser()}?twitter=f1`,
  });
  await user.type(await screen.findByLabelText(/^Email/), "tom@example.org");
  await user.type(screen.getByLabelText(/^Date of birth/), "1990-05-17");
  await user.click(screen.getByRole("button", { name: "Create account" }));
  expect(screen.getByRole("alert").textContent).toBe("This field is required!");
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Create account" }));
  expect(await screen.findByText("Welcome! Please follow the link.")).toBeTruthy();
  expect(sent).toEqual([
    {
      flow: "f1",
      username: "tomx",
      email: "tom@example.org",
      name: "Tom",
      dateOfBirth: "1990-05-17",
      terms: true,
      ref: "",
      next: "/room/nina",
    },
  ]);
});

test("an admin sets X up; the secret is never shown", async () => {
  const kept: Setup = {
    active: false,
    signIn: false,
    askEmail: false,
    clientId: "",
    hasSecret: true,
    authorizeUrl: "https://x.com/a",
    tokenUrl: "https://x.com/t",
    revokeUrl: "https://x.com/r",
    apiUrl: "https://api.x.com",
    callbackUrl: "https://example.com/api/auth/twitter/connect-callback",
  };
  const sent: unknown[] = [];
  server.use(
    answers("/admin/social-connect/twitter", kept),
    http.put("*/api/admin/social-connect/twitter", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: { ...kept, active: true } });
    }),
  );
  const { user } = await render(<SetUpPage />, { session: people.ada });
  expect(await screen.findByLabelText("Callback address")).toHaveProperty(
    "value",
    kept.callbackUrl,
  );
  await user.click(screen.getByRole("switch", { name: /^Active/ }));
  await user.type(screen.getByLabelText("Client ID"), "client-1");
  await user.type(screen.getByLabelText("Client secret"), "a secret");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ active: true, clientId: "client-1", clientSecret: "a secret" });
  await vi.waitFor(() =>
    expect(screen.getByLabelText("Client secret")).toHaveProperty("value", ""),
  );
});
