import type { Show } from "./api";

const address = { url: "wss://stage", token: "t" };

/** Nina's show as the server tells it. */
export function show(changes: Partial<Show> = {}): Show {
  return {
    sessionId: "s1",
    performerId: "nina",
    type: "public",
    status: "starting",
    title: "Piano",
    conversation: "c1",
    viewers: 0,
    publish: { webrtc: address, whip: address },
    ...changes,
  };
}

export { nina } from "@/testing/me";
