import type { ServerEvents as SentEvents } from "./events.gen";

/** What the server sends over the socket. */
export type ServerEvents = SentEvents;

export type Message = SentEvents["message/created"];

export type RoomState = SentEvents["room/state"];

export type RoomMember = RoomState["members"][number];

/** What this client sends; each is answered with an acknowledgement. */
export type ClientEvents = {
  "auth/login": { token: string };
  "auth/logout": Record<string, never>;
  "room/join": { conversationId: string };
  "room/leave": { conversationId: string };
  "room/typing": { conversationId: string };
  /** In a conversation of two. */
  "conversation/typing": { conversationId: string };
  /** Up to which line all has reached this device. */
  "conversation/delivered": { marks: { conversationId: string; seq: number }[] };
};

export type Acknowledgement = { ok?: boolean; error?: string };
