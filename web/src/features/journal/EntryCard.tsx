import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { ApiError, messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import { useSession } from "@/session/api";
import { LinkButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { ownProof } from "./api";
import { Insecure } from "./ChainCard";
import { checkEntry, type EntryVerdict, type Evidence, legText } from "./entry";
import { Sentence } from "./Sentence";
import { t } from "./texts";
import { canVerify } from "./verify";

/** Proves one of the reader's own entries. */
export function EntryCard({ id }: { id: string }) {
  const { session, isPending } = useSession();
  const { href } = useLocation();
  return (
    <Card title={t("Your entry")}>
      {isPending && <Skeleton alone className="h-32 w-full rounded-md" />}
      {!isPending && !session && (
        <Sentence tone="open" title={t("Log in to prove an entry of yours")}>
          <p>{t("A proof shows the whole entry, so only its owner may have it.")}</p>
          <div className="mt-2">
            <LinkButton href={paths.loginUser({ next: href })} variant="brand" size="sm">
              {t("Log in")}
            </LinkButton>
          </div>
        </Sentence>
      )}
      {session && !canVerify() && <Insecure />}
      {session && canVerify() && <Fetched id={id} me={session._id} />}
    </Card>
  );
}

function Fetched({ id, me }: { id: string; me: string }) {
  const found = useQuery(ownProof(id));
  if (found.isPending) return <Skeleton alone className="h-32 w-full rounded-md" />;
  if (found.error instanceof ApiError && [404, 409].includes(found.error.status)) {
    return (
      <Sentence tone="open" title={t("There is no proof of this entry yet")}>
        <p>{messageOf(found.error)}</p>
        <p>
          {t(
            "An entry can be proved once its day is closed, shortly after midnight (UTC), and by who paid it.",
          )}
        </p>
      </Sentence>
    );
  }
  if (found.error && found.data === undefined)
    return <ErrorState error={found.error} onRetry={found.refetch} />;
  return <Checked id={id} me={me} evidence={found.data} />;
}

function Checked({ id, me, evidence }: { id: string; me: string; evidence: Evidence }) {
  const checked = useQuery({
    queryKey: ["journal", "entry", id, evidence.proof.chain, evidence.proof.leaf],
    queryFn: () => checkEntry(id, evidence),
  });
  if (checked.error && checked.data === undefined)
    return <ErrorState error={checked.error} onRetry={checked.refetch} />;
  if (!checked.data) return <Skeleton alone className="h-32 w-full rounded-md" />;
  const { why, signature } = checked.data;
  const { day, index, size } = evidence.proof;
  return (
    <div className="grid gap-4">
      {why.length === 0 ? (
        <Sentence tone="good" title={t("Your entry is in the books")}>
          <p>
            {t(
              "It is number {number} of {size} on {day}, and the day is the one that everybody sees.",
              { number: index + 1, size, day },
            )}
          </p>
          {signature === "unknown" && (
            <p>{t("This browser is too old to check the signature; the fingerprints hold.")}</p>
          )}
        </Sentence>
      ) : (
        <Sentence tone="bad" title={t("This proof does not hold")}>
          {why.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Sentence>
      )}
      <Entry verdict={checked.data} me={me} />
    </div>
  );
}

/** What was proved: the line that went into the fingerprint, in words. */
function Entry({ verdict: { entry }, me }: { verdict: EntryVerdict; me: string }) {
  if (entry === undefined) return null;
  const date = formatDateTime(new Date(entry.createdAt).toISOString());
  return (
    <div className="text-label">
      <p className="mb-2 text-fg2">
        {entry.memo
          ? t("{date}, “{memo}”. Tokens moved:", { date, memo: entry.memo })
          : t("{date}. Tokens moved:", { date })}
      </p>
      <ul className="grid gap-1">
        {entry.legs.map((leg) => (
          <li key={leg.leg} className="tnum">
            {legText(leg, me)}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-caption break-all text-fg3">{t("Entry {id}", { id: entry.id })}</p>
    </div>
  );
}
