import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { messageOf } from "@/api/errors";
import { formatDateTime } from "@/lib/time";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { history, type Setting, useRollback, type Version } from "./api";
import { t } from "./texts";

type HistoryDialogProps = { setting: Setting; open: boolean; onClose: () => void };

/** What a setting was, and the way back. */
export function HistoryDialog({ setting, open, onClose }: HistoryDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("History of {label}", { label: setting.label })}
      width="lg"
    >
      <Changes setting={setting} onClose={onClose} />
    </Dialog>
  );
}

function Changes({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const versions = useQuery(history(setting.key));
  const rollback = useRollback(setting.key);
  if (versions.error && versions.data === undefined)
    return <ErrorState error={versions.error} onRetry={versions.refetch} />;
  if (!versions.data) return <Skeleton alone className="h-32 w-full rounded-md" />;
  if (versions.data.data.length === 0) {
    return (
      <EmptyState title={t("Never changed")}>
        {t("The default has held from the start.")}
      </EmptyState>
    );
  }

  function undo(version: Version) {
    rollback.mutate(version._id, {
      onSuccess: () => {
        toast.success(t("{label} is as it was before.", { label: setting.label }));
        onClose();
      },
      onError: (error) => toast.error(messageOf(error)),
    });
  }

  return (
    <ol className="grid gap-3 pt-2">
      {versions.data.data.map((version) => (
        <li key={version._id} className="grid gap-2 rounded-md border border-line p-3">
          <div className="flex flex-wrap items-center gap-2">
            <span className="text-label font-semibold">{formatDateTime(version.at)}</span>
            <span className="text-label text-fg2">
              {version.byName
                ? t("by {name}", { name: version.byName })
                : t("by somebody who left")}
            </span>
            <Button
              size="sm"
              variant="outline"
              className="ms-auto"
              pending={rollback.isPending && rollback.variables === version._id}
              onClick={() => undo(version)}
            >
              <Undo2 size={15} aria-hidden />
              {t("Undo this change")}
            </Button>
          </div>
          <Value name={t("Before")} value={version.before} />
          <Value name={t("After")} value={version.after} />
        </li>
      ))}
    </ol>
  );
}

function Value({ name, value }: { name: string; value: unknown }) {
  return (
    <div className="grid grid-cols-[52px_minmax(0,1fr)] gap-2 text-caption">
      <span className="text-fg3">{name}</span>
      <code className="max-h-24 overflow-auto break-words rounded-xs bg-s2 px-2 py-1 font-mono whitespace-pre-wrap">
        {value === null || value === undefined ? t("the default") : inWords(value)}
      </code>
    </div>
  );
}

function inWords(value: unknown): string {
  return typeof value === "string" ? value || t("empty") : JSON.stringify(value, null, 1);
}
