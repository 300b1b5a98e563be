import { CheckCircle2, TriangleAlert } from "lucide-react";
import { countOf } from "@/lib/format";
import { type OwnAsset, stateOf } from "@/store/own";
import { Button } from "@/ui/Button";
import { type Kind, kinds } from "./kinds";

/** What became of one thing that was done with several assets. */
export type Outcome = {
  /** What happened to those with which it was done: "put on sale". */
  verb: string;
  done: number;
  refused: readonly { asset: OwnAsset; message: string }[];
};

type BulkOutcomeProps = { kind: Kind; outcome: Outcome; onDismiss: () => void };

export function BulkOutcome({ kind, outcome, onDismiss }: BulkOutcomeProps) {
  const { one, many } = kinds[kind];
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
            ? `No ${one} is ${verb}.`
            : `${countOf(done, `${one} is`, `${many} are`)} ${verb}.`}
          {refused.length > 0 &&
            ` ${countOf(refused.length, "was refused and is", "were refused and are")} still chosen:`}
        </p>
        {refused.length > 0 && (
          <ul className="mt-1 grid gap-1 text-caption text-fg2">
            {refused.map(({ asset, message }) => (
              <li key={asset._id} className="[overflow-wrap:anywhere]">
                <b className="text-fg">{asset.title}</b> ({stateOf(asset).label}): {message}
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
