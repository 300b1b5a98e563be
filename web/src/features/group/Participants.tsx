import { Users } from "lucide-react";
import { Avatar } from "@/ui/Avatar";
import { EmptyState } from "@/ui/States";
import type { Show } from "./api";
import { t } from "./texts";

/** How many seats are taken, and what the show still waits for. Who has none learns the number alone. */
export function seatsText({ participants, viewers, minParticipants = 1, maxParticipants }: Show) {
  const taken = participants?.length ?? viewers;
  const missing = minParticipants - taken;
  if (maxParticipants)
    return missing > 0
      ? t(
          "{taken} of {most} seats taken · {missing, plural, one {# more is} other {# more are}} needed to start",
          { taken, most: maxParticipants, missing },
        )
      : t("{taken} of {most} seats taken", { taken, most: maxParticipants });
  return missing > 0
    ? t(
        "{taken, plural, one {# seat} other {# seats}} taken · {missing, plural, one {# more is} other {# more are}} needed to start",
        { taken, missing },
      )
    : t("{taken, plural, one {# seat} other {# seats}} taken", { taken });
}

/** Everybody who has a seat, with the minutes metered so far. */
export function Participants({ show }: { show: Show }) {
  const participants = show.participants ?? [];
  if (participants.length === 0) {
    return (
      <EmptyState title={t("No one has a seat yet")} icon={<Users aria-hidden />}>
        {t("Members who take a seat appear here.")}
      </EmptyState>
    );
  }
  return (
    <ul
      aria-label={t("People in this show")}
      className="grid grid-cols-[repeat(auto-fill,minmax(132px,1fr))] gap-3"
    >
      {participants.map(({ username, avatar, minutes }) => (
        <li
          key={username}
          className="grid min-w-0 justify-items-center gap-1.5 rounded-lg border border-line bg-s1 p-3 text-center"
        >
          <Avatar src={avatar} size={52} />
          <span className="max-w-full truncate text-label font-semibold">{username}</span>
          <span className="tnum text-caption text-fg2">
            {t("{count, plural, one {# minute} other {# minutes}}", { count: minutes })}
          </span>
        </li>
      ))}
    </ul>
  );
}
