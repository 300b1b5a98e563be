import { useQuery } from "@tanstack/react-query";
import { Images, Info, X } from "lucide-react";
import { useState } from "react";
import { ApiError, messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { alongLine } from "@/i18n/direction";
import { formatDateTime } from "@/lib/time";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { IconButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useSearch } from "@/ui/useAddress";
import { type Decision, queue, type Submission, useDecide, type Verdict } from "./api";
import { DecisionBar } from "./DecisionBar";
import { Media, playedOf } from "./Media";
import { QueueBar } from "./QueueBar";
import { RejectDialog } from "./RejectDialog";
import { SubmissionFacts } from "./SubmissionFacts";
import { t } from "./texts";
import { useKeys } from "./useKeys";
import { Viewer } from "./Viewer";

/** /admin/asset-reviews: what is to be sold, one after another, the longest waiting first. */
export default function AssetReviewsPage() {
  useTitle(t("Content reviews"));
  const { models } = useLabels();
  const waiting = useQuery(queue());
  return (
    <>
      <PageHeader title={t("Content reviews")}>
        {t("What {models} want to sell, the longest waiting first.", {
          models: models.toLowerCase(),
        })}
      </PageHeader>
      <Loaded query={waiting} waiting={<Waiting />}>
        {({ data, total }) => <Queue list={data} total={total} />}
      </Loaded>
    </>
  );
}

type QueueProps = { list: readonly Submission[]; total: number };

/** The one that is looked at, and the way to the others. */
function Queue({ list, total }: QueueProps) {
  const [query, setQuery] = useSearch(paths.admin.assetReviews);
  const at = list.findIndex(({ _id }) => _id === query.id);
  const shown = list[at] ?? list[0];
  const { notice, setNotice } = useGone(shown, query.id);
  const place = Math.max(0, at);
  const goTo = (to: number) => setQuery({ id: list[(to + list.length) % list.length]?._id });

  return (
    <>
      {notice && (
        <div
          role="alert"
          className="mb-4 flex items-center gap-3 rounded-md bg-gold-soft px-4 py-1 text-label text-gold-ink"
        >
          <Info size={18} aria-hidden className="shrink-0" />
          <p className="min-w-0 flex-1 py-2">{notice}</p>
          <IconButton label={t("Dismiss")} onClick={() => setNotice(undefined)}>
            <X size={18} aria-hidden />
          </IconButton>
        </div>
      )}
      {shown === undefined ? (
        <Card>
          <EmptyState title={t("Nothing waits")} icon={<Images aria-hidden />}>
            {t("What is submitted for sale appears here by itself.")}
          </EmptyState>
        </Card>
      ) : (
        <>
          <QueueBar
            place={place + 1}
            total={total}
            isOnly={list.length === 1}
            onPrevious={() => goTo(place - 1)}
            onNext={() => goTo(place + 1)}
          />
          <Review
            // A new version of the same gallery is looked at anew.
            key={`${shown._id} ${shown.version}`}
            submission={shown}
            onPrevious={() => goTo(place - 1)}
            onNext={() => goTo(place + 1)}
            onDecided={() => {
              window.scrollTo(0, 0);
              setNotice(undefined);
              setQuery({ id: list[place + 1]?._id ?? list[0]?._id });
            }}
            onLost={(why) => {
              window.scrollTo(0, 0);
              setNotice(t("“{title}”: {why}", { title: shown.title, why }));
            }}
          />
        </>
      )}
    </>
  );
}

/** Says when what was being looked at does not wait any more, or waits as another version. */
function useGone(shown: Submission | undefined, wanted: string | undefined) {
  const [notice, setNotice] = useState<string>();
  const [last, setLast] = useState(shown);
  if (shown !== last) {
    setLast(shown);
    const isSame = shown?._id === last?._id;
    if (last !== undefined && isSame && shown?.version !== last.version) {
      setNotice(
        t("“{title}” was changed by its owner while you looked. Look at it again.", {
          title: last.title,
        }),
      );
    } else if (last !== undefined && !isSame && wanted === last._id) {
      setNotice(
        t("“{title}” does not wait any more: it was decided or taken back elsewhere.", {
          title: last.title,
        }),
      );
    }
  }
  return { notice, setNotice };
}

type ReviewProps = {
  submission: Submission;
  onPrevious: () => void;
  onNext: () => void;
  onDecided: () => void;
  /** It could not be decided, because it is not what it was. */
  onLost: (why: string) => void;
};

function Review({ submission, onPrevious, onNext, onDecided, onLost }: ReviewProps) {
  const { photos, title } = submission;
  const [at, setAt] = useState(0);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set([0]));
  const [played, setPlayed] = useState<ReadonlySet<string>>(new Set());
  const [asks, setAsks] = useState<"reject" | "unseen">();
  const decide = useDecide();
  const unseen = unseenOf(submission, seen, played);

  function look(place: number) {
    if (place < 0 || place >= photos.length) return;
    setAt(place);
    setSeen(new Set(seen).add(place));
  }

  async function send(verdict: Verdict) {
    try {
      const decision = await decide.mutateAsync({ submission, verdict });
      toast.success(outcomeOf(title, decision));
      onDecided();
    } catch (error) {
      if (!isLost(error)) throw error;
      setAsks(undefined);
      onLost(messageOf(error));
    }
  }

  function approve() {
    if (unseen !== "") setAsks("unseen");
    else send({ kind: "approve" }).catch((error: unknown) => toast.error(messageOf(error)));
  }

  const keys = useKeys({
    [alongLine("ArrowLeft").toLowerCase()]: () => look(at - 1),
    [alongLine("ArrowRight").toLowerCase()]: () => look(at + 1),
    k: onPrevious,
    j: onNext,
    a: () => !decide.isPending && approve(),
    r: () => setAsks("reject"),
  });

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid min-w-0 gap-5">
        <Media
          submission={submission}
          played={played}
          onPlayed={(id) => setPlayed((before) => new Set(before).add(id))}
        />
        <Viewer photos={photos} at={at} seen={seen} onLook={look} />
      </div>
      <div className="gap-5 max-lg:contents lg:grid lg:sticky lg:top-[calc(var(--header)+20px)] lg:max-h-[calc(100dvh-var(--header)-40px)] lg:grid-rows-[minmax(0,1fr)_auto]">
        <SubmissionFacts submission={submission} />
        <DecisionBar
          unseen={unseen}
          isPending={decide.isPending}
          keys={keys}
          onApprove={approve}
          onReject={() => setAsks("reject")}
        />
      </div>
      {asks === "reject" && (
        <RejectDialog
          title={title}
          onClose={() => setAsks(undefined)}
          onReject={(reason) => send({ kind: "reject", reason })}
        />
      )}
      {asks === "unseen" && (
        <ConfirmDialog
          open
          onClose={() => setAsks(undefined)}
          title={t("Approve without looking at everything?")}
          description={t("You have not looked at {unseen}.", { unseen })}
          verb={t("Approve all the same")}
          onConfirm={() => send({ kind: "approve" })}
        />
      )}
    </div>
  );
}

/** What of the new was not looked at, in words: "2 of the new photos and the trailer". */
function unseenOf(
  submission: Submission,
  seen: ReadonlySet<number>,
  played: ReadonlySet<string>,
): string {
  const photos = submission.photos.filter(
    ({ isApproved }, place) => !isApproved && !seen.has(place),
  ).length;
  const media = playedOf(submission)
    .filter(({ _id, isApproved }) => !isApproved && !played.has(_id))
    .map(({ purpose }) => (purpose === "trailer" ? t("the trailer") : t("the video")));
  const all = [...(photos > 0 ? [t("{photos} of the new photos", { photos })] : []), ...media];
  const last = all.pop() ?? "";
  return all.length === 0 ? last : t("{some} and {last}", { some: all.join(", "), last });
}

function isLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === "changed_elsewhere" || error.status === 404;
}

function outcomeOf(title: string, { status, publishAt }: Decision): string {
  if (status === "rejected") return t("“{title}” is rejected.", { title });
  if (status === "inactive" && publishAt)
    return t("“{title}” is approved and goes on sale on {time}.", {
      title,
      time: formatDateTime(publishAt),
    });
  return t("“{title}” is on sale.", { title });
}

function Waiting() {
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_360px]">
      <Skeleton className="h-[60dvh] w-full rounded-lg" />
      <Skeleton className="h-[60dvh] w-full rounded-lg" />
    </div>
  );
}
