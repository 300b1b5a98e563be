import { CheckCircle2, TriangleAlert } from "lucide-react";
import { type OwnAsset, stateOf } from "@/store/own";
import { Button } from "@/ui/Button";
import type { BulkAction } from "./api";
import { countOfKind, type Kind } from "./kinds";
import { t } from "./texts";

/** What became of one thing that was done with several assets. */
export type Outcome = {
  action: BulkAction | "submit";
  done: number;
  refused: readonly { asset: OwnAsset; message: string }[];
};

type BulkOutcomeProps = { kind: Kind; outcome: Outcome; onDismiss: () => void };

export function BulkOutcome({ kind, outcome, onDismiss }: BulkOutcomeProps) {
  const { action, done, refused } = outcome;
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
            ? t(
                "No {kind, select, gallery {gallery} video {video} other {product}} is {action, select, activate {on sale} deactivate {off sale} delete {deleted} other {submitted}}.",
                { kind, action },
              )
            : t(
                "{what} {count, plural, one {is} other {are}} {action, select, activate {on sale} deactivate {off sale} delete {deleted} other {submitted}}.",
                { what: countOfKind(kind, done), count: done, action },
              )}
          {refused.length > 0 &&
            ` ${t("{count, plural, one {# was refused and is} other {# were refused and are}} still chosen:", { count: refused.length })}`}
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
        {t("Dismiss")}
      </Button>
    </section>
  );
}
