import type { ChatHandle } from "@/chat/useChat";
import { inTab } from "@/lib/storage";
import type { Camera } from "@/media/camera";
import type { RoomState } from "@/realtime/events";
import type { Me } from "./api";
import type { Broadcast } from "./broadcast";

/** What the parts of the page share. */
export type Stage = {
  performer: Me;
  camera: Camera;
  broadcast: Broadcast;
  /** Who is in her room, once known. */
  room: RoomState | undefined;
};

/** The stage with the chat of her room. */
export type OpenStage = Stage & { chat: ChatHandle; conversationId: string };

const key = "broadcast.show";

/** The show that this tab sent before it was reloaded. */
export function rememberedShow(): string | undefined {
  return inTab.get(key);
}

export function rememberShow(showId: string | undefined) {
  inTab.set(key, showId);
}
