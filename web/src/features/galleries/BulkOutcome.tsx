import { CheckCircle2, TriangleAlert } from "lucide-react";
import { countOf } from "@/lib/format";
import { type OwnGallery, stateOf } from "@/store/galleries";
import { Button } from "@/ui/Button";

/** What became of one thing that was done with several galleries. */
export type Outcome = {
  /** What happened to those with which it was done: "put on sale". */
  verb: string;
  done: number;
  refused: readonly { gallery: OwnGallery; message: string }[];
};

type BulkOutcomeProps = { outcome: Outcome; onDismiss: () => void };

export function BulkOutcome({ outcome, onDismiss }: BulkOutcomeProps) {
  const { verb, done, refused } = outcome;
  const Icon = refused.length === 0 ? CheckCircle2 : TriangleAlert;
  return (
    <section
      role="alert"
      className="mb-5 flex items-start gap-3 rounded-lg border border-line bg-s2 px-4 py-3"
    >
      <Icon
        size={20}
        aria-hidden
        className={refused.length === 0 ? "mt-0.5 text-ok-ink" : "mt-0.5 text-gold-ink"}
      />
      <div className="min-w-0 flex-1">
        <p className="text-label font-semibold">
          {done === 0
            ? `No gallery is ${verb}.`
            : `${countOf(done, "gallery is", "galleries are")} ${verb}.`}
          {refused.length > 0 &&
            ` ${countOf(refused.length, "was refused and is", "were refused and are")} still chosen:`}
        </p>
        {refused.length > 0 && (
          <ul className="mt-1 grid gap-1 text-caption text-fg2">
            {refused.map(({ gallery, message }) => (
              <li key={gallery._id} className="[overflow-wrap:anywhere]">
                <b className="text-fg">{gallery.title}</b> ({stateOf(gallery).label}): {message}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Button size="sm" variant="ghost" onClick={onDismiss}>
        Dismiss
      </Button>
    </section>
  );
}
