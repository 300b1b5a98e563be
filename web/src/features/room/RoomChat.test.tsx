import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { publicConversation } from "@/chat/api";
import { realtime } from "@/realtime/realtime";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { RoomChat } from "./RoomChat";

const trouble = "Error occured, please try again later";

function Column({ beside }: { beside?: ReactNode }) {
  const conversationId = useQuery(publicConversation("nina")).data?._id;
  return (
    <RoomChat
      performer={{ _id: "nina", name: "Nina Vale", welcomeMessage: "Be kind, have fun" }}
      conversationId={conversationId}
      spoken={false}
      onTip={() => {}}
      beside={beside}
    />
  );
}

function line(_id: string, text: string) {
  return {
    _id,
    conversationId: "c1",
    type: "text",
    text,
    senderInfo: { _id: "tom", username: "tom", avatar: "", role: "user" },
    isDeleted: false,
    createdAt: "2026-11-20T12:00:00Z",
  };
}

const room = "*/api/conversations/stream/public/nina";
const history = "*/api/messages/conversations/public/c1";
const opens = http.get(room, () =>
  HttpResponse.json({ data: { _id: "c1", type: "stream_public" } }),
);
const broken = () => HttpResponse.json({}, { status: 500 });
const says = (...lines: object[]) =>
  http.get(history, () => HttpResponse.json({ data: { data: lines, total: lines.length } }));

test("what stands beside the field is there before the chat, and stays where it is", async () => {
  let talk = () => {};
  const talking = new Promise<void>((resolve) => {
    talk = resolve;
  });
  server.use(
    http.get(room, async () => {
      await talking;
      return HttpResponse.json({ data: { _id: "c1", type: "stream_public" } });
    }),
    says(),
  );
  await render(<Column beside={<button type="button">Tip</button>} />);
  const tip = screen.getByRole("button", { name: "Tip" });
  const row = tip.parentElement;
  expect(row?.children).toHaveLength(2); // the field's place is kept
  talk();
  await screen.findByRole("button", { name: "Log in to chat…" });
  expect(screen.getByRole("button", { name: "Tip" })).toBe(tip);
  expect(tip.parentElement).toBe(row);
  expect(row?.children).toHaveLength(2);
});

test("a chat that cannot be opened says so in its column, and is tried again there", async () => {
  server.use(http.get(room, broken));
  const { user } = await render(<Column />);
  expect((await screen.findByRole("alert")).textContent).toContain(trouble);
  server.use(opens, says(line("m1", "good evening")));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("log", { name: "Chat messages" })).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what was missed while the connection was away and cannot be read is said, with a retry", async () => {
  server.use(opens, says(line("m1", "good evening")));
  const { user } = await render(<Column />);

  await screen.findByRole("log", { name: "Chat messages" });

  server.use(http.get(history, broken));
  realtime.store.setState({ status: "disconnect" });
  realtime.store.setState({ status: "connected" });
  expect((await screen.findByRole("alert")).textContent).toContain("Some messages are missing.");

  server.use(says(line("m2", "and good night"), line("m1", "good evening")));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("everybody who enters is welcomed in the performer's words, once", async () => {
  server.use(opens, says());
  const { user, container } = await render(<Column />);
  await screen.findByText("Be kind, have fun");
  expect(container.textContent).toContain("Nina Vale Be kind, have fun");
  await user.click(screen.getByRole("button", { name: "Put the welcome away" }));
  expect(screen.queryByText("Be kind, have fun")).toBeNull();
});
