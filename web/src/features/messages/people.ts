import type { Conversation } from "./api";

/** What somebody is called: performers by their stage name, all others by their username. */
export function nameOf({ recipientInfo: who }: Pick<Conversation, "recipientInfo">): string {
  if (who === undefined) return "";
  return who.role === "performer" ? who.name || who.username : who.username;
}
