import type { Look, Offer } from "./api";

/** A look of forty seconds for 10 tokens, with sound. */
export function offer(changes: Partial<Offer> = {}): Offer {
  return {
    _id: "p1",
    performerId: "nina",
    price: 10,
    seconds: 40,
    sound: true,
    expiresAt: "2026-11-02T12:02:00Z",
    ...changes,
  };
}

/** What who has paid gets: her picture, and nothing of the room. */
export function look(changes: Partial<Look> = {}): Look {
  return {
    sessionId: "s1",
    performerId: "nina",
    type: "private",
    status: "live",
    title: "",
    conversation: "",
    viewers: 0,
    play: { webrtc: { url: "wss://stage", token: "t" }, prefer: "webrtc" },
    ...changes,
  };
}
