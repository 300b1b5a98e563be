import { screen } from "@testing-library/react";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { Composer } from "./Composer";

test("a guest can read, and is asked to log in to write", async () => {
  const { user } = await render(<Composer conversationId="c1" onWrite={vi.fn()} />, {
    path: "/room/nina",
    pages: ["/auth/login/user", "/auth/register/user"],
  });
  expect(screen.queryByRole("textbox")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Log in to chat…" }));
  const login = screen.getByRole("link", { name: "Log in" });
  expect(login.getAttribute("href")).toBe("/auth/login/user?next=%2Froom%2Fnina");
});

test("Enter sends what was written, without blanks around it, and empties the field", async () => {
  const write = vi.fn();
  const { user } = await render(<Composer conversationId="c1" onWrite={write} />, {
    session: people.tom,
  });
  const field = screen.getByRole("textbox", { name: "Message" });
  await user.type(field, "  good evening {Enter}");
  expect(write).toHaveBeenCalledExactlyOnceWith("good evening");
  expect(field).toHaveProperty("value", "");
  await user.type(field, "   {Enter}");
  expect(write).toHaveBeenCalledTimes(1);
});

test("a line has 300 characters, and the end is announced", async () => {
  const { user } = await render(<Composer conversationId="c1" onWrite={vi.fn()} />, {
    session: people.tom,
  });
  const field = screen.getByRole("textbox", { name: "Message" });
  await user.click(field);
  await user.paste("a".repeat(290));
  expect(screen.getByText("10")).toBeTruthy();
  expect(field.getAttribute("maxlength")).toBe("300");
});

test("who may not write here is told why", async () => {
  await render(<Composer conversationId="c1" onWrite={vi.fn()} refusal="Not here." />, {
    session: people.nina,
  });
  expect(screen.getByText("Not here.")).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("emoji go where the caret is, several at once, by mouse or by arrows", async () => {
  const write = vi.fn();
  const { user } = await render(<Composer conversationId="c1" onWrite={write} />, {
    session: people.tom,
  });
  const field = screen.getByRole("textbox", { name: "Message" });
  await user.type(field, "hello Nina");
  await user.keyboard("{ArrowLeft>5/}");
  await user.click(await screen.findByRole("button", { name: "Emoji" }));
  await user.click(await screen.findByRole("button", { name: "😍" }));
  await user.click(screen.getByRole("button", { name: "🔥" }));
  expect(field).toHaveProperty("value", "hello😍🔥 Nina");
  expect(screen.getByRole("dialog", { name: "Emoji" })).toBeTruthy();

  await user.keyboard("{Home}{ArrowRight}{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("😇");
  await user.keyboard("{Enter}{Escape}");
  expect(field).toHaveProperty("value", "hello😍🔥😇 Nina");
  expect(screen.queryByRole("dialog", { name: "Emoji" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Send message" }));
  expect(write).toHaveBeenCalledExactlyOnceWith("hello😍🔥😇 Nina");
});

test("a line that was begun is there again when the room is drawn anew, until it is sent", async () => {
  const composer = <Composer conversationId="c1" onWrite={() => {}} />;
  const before = await render(composer, { session: people.tom });
  await before.user.type(screen.getByRole("textbox", { name: "Message" }), "half a line");
  before.unmount(); // the tablet is turned

  const after = await render(composer, { session: people.tom });
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveProperty("value", "half a line");
  await after.user.type(screen.getByRole("textbox", { name: "Message" }), "{Enter}");
  after.unmount();
  await render(composer, { session: people.tom });
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveProperty("value", "");
});
