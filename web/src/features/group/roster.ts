import type { ServerEvents } from "@/realtime/events";
import type { Participant } from "./api";

type Change = Pick<ServerEvents["show/participant"], "kind" | "participant">;

/** Who is in the show after somebody took or left a seat; the same people when it names nobody. */
export function rosterAfter(present: readonly Participant[], change: Change): Participant[] {
  const { participant } = change;
  if (participant === undefined) return [...present];
  const others = present.filter(({ username }) => username !== participant.username);
  return change.kind === "joined" ? [...others, participant] : others;
}
