import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { realtime } from "@/realtime/realtime";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { fakeWire } from "@/testing/wire";
import { useChat, useChatState } from "./useChat";

function Lines() {
  const { chat } = useChat("c1");
  return useChatState(chat).lines.map(({ key, message }) => <p key={key}>{message.text}</p>);
}

const nothing = () => {};
const wire = {
  ...fakeWire(),
  off: nothing,
  connect: nothing,
  close: nothing,
  active: true,
  io: { on: nothing, opts: {} },
};
const connection = (status: "connected" | "disconnect") =>
  act(() => realtime.store.setState({ status, wire }));

function said(...texts: string[]) {
  const lines = texts.map((text) => ({
    _id: text,
    conversationId: "c1",
    type: "text",
    text,
    senderInfo: { username: "tom", avatar: "", role: "user" },
    isDeleted: false,
    createdAt: "2026-11-20T12:00:00Z",
  }));
  server.use(
    http.get("*/api/messages/conversations/public/c1", () =>
      HttpResponse.json({ data: { data: lines, total: lines.length } }),
    ),
  );
}

test("what is said between reading the history and entering the room is there, after a reconnect too", async () => {
  connection("connected");
  said("good evening");
  await render(<Lines />);
  await screen.findByText("good evening");

  said("anybody here?", "good evening");
  act(() => wire.say("room/state", { conversationId: "another" }));
  expect(screen.queryByText("anybody here?")).toBeNull();
  act(() => wire.say("room/state", { conversationId: "c1" }));
  await screen.findByText("anybody here?");

  connection("disconnect");
  said("I am", "anybody here?", "good evening");
  connection("connected");
  await screen.findByText("I am");
  said("so am I", "I am", "anybody here?", "good evening");
  act(() => wire.say("room/state", { conversationId: "c1" }));
  await screen.findByText("so am I");
});
