/** What the server sends over the socket (api.md, Real time). Payload types are the API's. */
export type ServerEvents = {
  "private-chat-request": {
    id: string;
    conversationId: string;
    user: { _id: string; username: string; avatar: string; balance: number };
    createdAt: string;
    price: number;
  };
  tipped: {
    senderInfo: { username: string };
    token: number;
    netPrice: number;
    conversationId: string;
  };
  purchase_media_item_success: { transaction: unknown; token: number; netPrice: number };
  nofify_read_messages_in_conversation: { total: number };

  "room/state": RoomState;
  "room/typing": { conversationId: string; username: string };
  "room/tip": { conversationId: string; username: string; token: number; note?: string };
  "room/goal": { conversationId: string; title: string; target: number; current: number };
  "wheel/result": { conversationId: string; username: string; label: string };
  "message/created": Message;
  "message/deleted": { _id: string; conversationId: string };
  "conversation/cleared": { conversationId: string };
  "show/changed": {
    performerId: string;
    conversationId: string;
    type: string;
    status: string;
    title?: string;
  };
  "show/viewers": { performerId: string; viewers: number };
  "show/participant": { conversationId: string; total: number };
  "show/ended": { conversationId: string; reason: string };
  "meter/tick": {
    conversationId: string;
    minutes: number;
    spent: number;
    balance: number;
    secondsLeft: number;
  };
  "meter/low": { conversationId: string; secondsLeft: number };
  "balance/changed": { balance: number };
  "performer/status": {
    id: string;
    streamingStatus: string;
    isOnline: boolean;
    headline?: string;
  };
  "settings/changed": Record<string, unknown>;
  "session/revoked": Record<string, unknown>;
};

export type RoomMember = { _id: string; username: string; avatar?: string; role?: string };

export type RoomState = {
  conversationId: string;
  total: number;
  members: RoomMember[];
  guests: number;
  streamingStatus: string;
};

export type Message = {
  _id: string;
  conversationId: string;
  type: "text" | "photo" | "tip" | "wheel" | "system";
  text: string;
  /** What was tipped, in a tip's line. */
  token?: number;
  senderInfo: { _id: string; username: string; avatar?: string; role?: string };
  isDeleted: boolean;
  createdAt: string;
  clientId?: string;
};

/** What this client sends; each is answered with an acknowledgement. */
export type ClientEvents = {
  "auth/login": { token: string };
  "auth/logout": Record<string, never>;
  "room/join": { conversationId: string };
  "room/leave": { conversationId: string };
  "room/typing": { conversationId: string };
};

export type Acknowledgement = { ok?: boolean; error?: string };
