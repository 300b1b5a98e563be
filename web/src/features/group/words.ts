/** Why a group show, or a seat in it, ended; for the one who reads it. */
const reasons: Readonly<Record<string, string>> = {
  performer_left: "The performer ended the show.",
  member_left: "You left the show.",
  balance_exhausted: "The balance did not last for another minute.",
  connect_timeout: "The picture did not come in time. Nothing was charged for waiting.",
  media_lost: "The picture was lost. Unused time was given back.",
  moderator: "The site ended the show. Unused time was given back.",
  blocked: "The show is over. Unused time was given back.",
  maintenance: "The site closed for maintenance. Unused time was given back.",
  fault: "Something went wrong on our side. Unused time was given back.",
  cancelled: "The show was called off before it started.",
};

export function reasonText(reason: string): string {
  return reasons[reason] ?? "The show is over.";
}
