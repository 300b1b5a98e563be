import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { realtime } from "@/realtime/realtime";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { fakeWire } from "@/testing/wire";
import { useChat, useChatState } from "./useChat";
import { useOlder } from "./useOlder";

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
  onAny: nothing,
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

function Older() {
  const handle = useChat("c1");
  const { older } = useOlder(handle, "c1");
  return (
    <>
      <button type="button" onClick={older}>
        Older
      </button>
      <p>
        {useChatState(handle.chat)
          .lines.map(({ key }) => key)
          .join(" ")}
      </p>
    </>
  );
}

test("older messages are asked for after the oldest that is known, until there are none", async () => {
  const asked: (string | null)[] = [];
  const said = (id: string) => ({ _id: id, conversationId: "c1", type: "text", text: id });
  const pages: Record<string, object> = {
    newest: { data: [said("m6"), said("m5")], total: 6, next: "m5" },
    m5: { data: [said("m4"), said("m3")], next: "m3" },
    m3: { data: [said("m2")] },
  };
  server.use(
    http.get("*/api/messages/conversations/public/c1", ({ request }) => {
      const after = new URL(request.url).searchParams.get("after");
      asked.push(after);
      return HttpResponse.json({ data: pages[after ?? "newest"] });
    }),
  );
  const { user } = await render(<Older />);
  await screen.findByText("m5 m6");
  await user.click(screen.getByRole("button", { name: "Older" }));
  await screen.findByText("m3 m4 m5 m6");
  await user.click(screen.getByRole("button", { name: "Older" }));
  await screen.findByText("m2 m3 m4 m5 m6");
  await user.click(screen.getByRole("button", { name: "Older" }));
  expect(asked).toEqual([null, "m5", "m3"]);
});

test("a page has 25 messages, from the newest, and none is asked for while one is on its way", async () => {
  const asked: string[] = [];
  let arrive = () => {};
  server.use(
    http.get("*/api/messages/conversations/public/c1", async ({ request }) => {
      asked.push(new URL(request.url).search);
      const _id = `m${3 - asked.length}`;
      if (asked.length > 1) {
        await new Promise<void>((resolve) => {
          arrive = resolve;
        });
      }
      return HttpResponse.json({
        data: { data: [{ _id, conversationId: "c1", type: "text", text: _id }], next: _id },
      });
    }),
  );
  const { user } = await render(<Older />);
  await screen.findByText("m2");
  const older = screen.getByRole("button", { name: "Older" });
  await user.click(older);
  await user.click(older);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  arrive();
  await screen.findByText("m1 m2");
  expect(asked).toEqual(["?limit=25", "?limit=25&after=m2"]);
});

test("older messages that cannot be loaded are told in the spec's words", async () => {
  server.use(
    http.get("*/api/messages/conversations/public/c1", ({ request }) => {
      if (new URL(request.url).searchParams.has("after"))
        return HttpResponse.json({}, { status: 500 });
      const line = { _id: "m2", conversationId: "c1", type: "text", text: "m2" };
      return HttpResponse.json({ data: { data: [line], next: "m2" } });
    }),
  );
  const { user } = await render(<Older />);
  await screen.findByText("m2");
  await user.click(screen.getByRole("button", { name: "Older" }));
  expect(await screen.findByText("Error occured, please try again later")).toBeTruthy();
});
