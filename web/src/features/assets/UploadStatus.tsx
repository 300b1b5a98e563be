import { CircleAlert, WifiOff } from "lucide-react";
import { useStore } from "zustand";
import { Button } from "@/ui/Button";
import { Progress } from "@/ui/Progress";
import type { Kind } from "./kinds";
import { isUnderWay, type Upload, uploads } from "./onTheWay";
import { t } from "./texts";
import { cancelUploads, dismissRefused, retryFailed } from "./uploads";

/** How far an asset's uploads are, which failed, and which were refused and why. */
export function UploadStatus({ assetId, kind }: { assetId: string; kind: Kind }) {
  const { list, counts, pausedUntil } = useStore(uploads);
  const mine = list.filter((one) => one.assetId === assetId);
  const active = mine.filter(isUnderWay);
  const failed = mine.filter(({ state }) => state === "failed");
  const refused = mine.filter(({ state }) => state === "refused");
  const { taken = 0, done = 0 } = counts[assetId] ?? {};
  const partly = active.reduce((sum, { share }) => sum + share, 0);
  return (
    <div className="grid gap-3 not-empty:mb-4">
      {active.length > 0 && (
        <div className="rounded-md bg-s2 px-4 pt-2 pb-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p role="status" className="tnum text-label font-semibold">
              {pausedUntil > 0
                ? t("The site takes the next ones in a moment")
                : t(
                    "Uploading: {done} of {kind, select, gallery {{count, plural, one {# photo} other {# photos}}} other {{count, plural, one {# picture} other {# pictures}}}}",
                    { done, kind, count: taken },
                  )}
            </p>
            <Button size="sm" variant="ghost" onClick={() => cancelUploads(assetId)}>
              {t("Cancel all")}
            </Button>
          </div>
          <Progress label={t("Uploaded")} value={done + partly} max={taken} className="mt-1" />
          <p className="mt-2 text-caption text-fg3">
            {t("You may go on elsewhere on the site; only keep this tab open.")}
          </p>
        </div>
      )}
      {failed.length > 0 && <Failed assetId={assetId} kind={kind} failed={failed} />}
      {refused.length > 0 && <Refused assetId={assetId} refused={refused} />}
    </div>
  );
}

type FailedProps = { assetId: string; kind: Kind; failed: readonly Upload[] };

function Failed({ assetId, kind, failed }: FailedProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-gold-soft px-4 py-3"
    >
      <WifiOff size={18} aria-hidden className="shrink-0 text-gold-ink" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-label font-semibold">
          {t(
            "{kind, select, gallery {{count, plural, one {# photo} other {# photos}}} other {{count, plural, one {# picture} other {# pictures}}}} could not be sent",
            { kind, count: failed.length },
          )}
        </p>
        <p className="text-caption text-fg2">{failed[0]?.problem}</p>
      </div>
      <Button size="sm" variant="outline" onClick={() => retryFailed(assetId)}>
        {failed.length === 1 ? t("Try again") : t("Try all again")}
      </Button>
    </div>
  );
}

function Refused({ assetId, refused }: { assetId: string; refused: readonly Upload[] }) {
  return (
    <div role="alert" className="rounded-md bg-danger-soft px-4 pt-2 pb-3">
      <div className="flex items-center gap-3">
        <CircleAlert size={18} aria-hidden className="shrink-0 text-danger-ink" />
        <p className="min-w-0 flex-1 text-label font-semibold">
          {t("{count, plural, one {# file was} other {# files were}} not taken", {
            count: refused.length,
          })}
        </p>
        <Button size="sm" variant="ghost" onClick={() => dismissRefused(assetId)}>
          {t("Dismiss")}
        </Button>
      </div>
      <ul className="mt-1 grid max-h-40 gap-1 overflow-y-auto text-caption">
        {refused.map(({ id, file, problem }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <b>{file.name}</b>: {problem}
          </li>
        ))}
      </ul>
    </div>
  );
}
