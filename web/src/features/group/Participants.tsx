import { Users } from "lucide-react";
import { countOf } from "@/lib/format";
import { Avatar } from "@/ui/Avatar";
import { EmptyState } from "@/ui/States";
import type { Show } from "./api";

/** How many seats are taken, and what the show still waits for. Who has none learns the number alone. */
export function seatsText({ participants, viewers, minParticipants = 1, maxParticipants }: Show) {
  const taken = participants?.length ?? viewers;
  const of = maxParticipants ? ` of ${maxParticipants}` : "";
  const missing = minParticipants - taken;
  const waits = missing > 0 ? ` · ${countOf(missing, "more is", "more are")} needed to start` : "";
  return `${taken}${of} ${taken === 1 && !of ? "seat" : "seats"} taken${waits}`;
}

/** Everybody who has a seat, with the minutes metered so far. */
export function Participants({ show }: { show: Show }) {
  const participants = show.participants ?? [];
  if (participants.length === 0) {
    return (
      <EmptyState title="No one has a seat yet" icon={<Users aria-hidden />}>
        Members who take a seat appear here.
      </EmptyState>
    );
  }
  return (
    <ul
      aria-label="People in this show"
      className="grid grid-cols-[repeat(auto-fill,minmax(132px,1fr))] gap-3"
    >
      {participants.map(({ username, avatar, minutes }) => (
        <li
          key={username}
          className="grid min-w-0 justify-items-center gap-1.5 rounded-lg border border-line bg-s1 p-3 text-center"
        >
          <Avatar src={avatar} size={52} />
          <span className="max-w-full truncate text-label font-semibold">{username}</span>
          <span className="tnum text-caption text-fg2">{countOf(minutes, "minute")}</span>
        </li>
      ))}
    </ul>
  );
}
