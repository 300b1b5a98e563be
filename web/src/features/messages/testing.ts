import { HttpResponse, http } from "msw";
import type { Message } from "@/realtime/events";
import { people } from "@/testing/people";
import { server } from "@/testing/server";
import type { Conversation } from "./api";

/** Tom's conversation with somebody, unless told otherwise. */
export function talk(name: string, changes: Partial<Conversation> = {}): Conversation {
  return {
    _id: `c-${name}`,
    type: "private",
    lastMessage: `Hello from ${name}`,
    lastMessageCreatedAt: "2026-11-20T12:00:00Z",
    totalNotSeenMessages: 0,
    recipientInfo: { _id: name, username: name, name, avatar: "", role: "performer" },
    source: "performer",
    sourceId: name,
    lastSeq: 1,
    ...changes,
  };
}

/** A line of a conversation, by its number. */
export function line(seq: number, username: string, changes: Partial<Message> = {}): Message {
  return {
    _id: `m${String(seq).padStart(6, "0")}`,
    conversationId: "c-nina",
    type: "text",
    text: `line ${seq}`,
    senderInfo: { username, avatar: "", role: username === "tom" ? "user" : "performer" },
    isDeleted: false,
    createdAt: "2026-11-20T12:00:00Z",
    seq,
    ...changes,
  };
}

/** Answers with these conversations and lines, and tells what was asked for and said. */
export function conversationsAre(list: Conversation[], lines: Message[] = []) {
  const seen: Record<"opened" | "read" | "said", unknown[]> = { opened: [], read: [], said: [] };
  let seq = lines.length;
  server.use(
    http.get("*/api/conversations", () =>
      HttpResponse.json({ data: { data: list, total: list.length } }),
    ),
    http.get("*/api/conversations/search", ({ request }) => {
      const word = new URL(request.url).searchParams.get("q") ?? "";
      const found = list.filter(({ sourceId }) => sourceId?.includes(word));
      return HttpResponse.json({ data: { data: found, total: found.length } });
    }),
    http.post("*/api/conversations", async ({ request }) => {
      seen.opened.push(await request.json());
      return HttpResponse.json({ data: list[0] ?? talk("nina") });
    }),
    http.get("*/api/messages/conversations/:id", () =>
      HttpResponse.json({ data: { data: lines.toReversed(), total: lines.length } }),
    ),
    http.post("*/api/messages/conversations/:id", async ({ request }) => {
      const body: unknown = await request.json();
      seen.said.push(body);
      seq++;
      return HttpResponse.json({
        data: { ...line(seq, people.tom.username), ...Object(body), replyTo: undefined },
      });
    }),
    http.post("*/api/messages/read-all", async ({ request }) => {
      seen.read.push(await request.json());
      return HttpResponse.json({ data: { total: 0 } });
    }),
    http.get("*/api/messages/total-unread", () => HttpResponse.json({ data: { total: 0 } })),
  );
  return seen;
}
