import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { publicConversation } from "@/chat/api";
import { realtime } from "@/realtime/realtime";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { RoomChat } from "./RoomChat";

const trouble = "Error occured, please try again later";

function Column() {
  const conversationId = useQuery(publicConversation("nina")).data?._id;
  return (
    <RoomChat
      performer={{ _id: "nina", name: "Nina Vale", welcomeMessage: "Be kind, have fun" }}
      conversationId={conversationId}
      spoken={false}
      onTip={() => {}}
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
