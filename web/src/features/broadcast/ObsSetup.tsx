import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { formatDateTime } from "@/lib/time";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { CopyField } from "@/ui/CopyField";
import { FieldError } from "@/ui/Field";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { broadcastKeys, newStreamKey, type StreamKey, streamKey } from "./api";
import { t } from "./texts";

/** How a broadcasting program sends to this site by WHIP (RFC 9725). */
export function ObsSetup() {
  const { data, error, refetch } = useQuery(streamKey());
  if (error && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton alone className="h-64 rounded-md" />;
  return (
    <div className="grid gap-5">
      <CopyField label={t("Server")} value={data.url} />
      <KeyField known={data} />
      <ol className="grid list-decimal gap-2 ps-5 text-label font-normal text-fg2 marker:font-bold marker:text-fg3">
        <li>{t("In OBS 30 or newer open Settings → Stream and choose the service “WHIP”.")}</li>
        <li>{t("Paste the server address. The stream key is the Bearer Token.")}</li>
        <li>
          {t(
            "In Settings → Output choose a keyframe interval of 2 s, the profile “baseline” and no B-frames.",
          )}
        </li>
        <li>{t("Press “Start streaming”. Your show begins when the picture arrives.")}</li>
      </ol>
    </div>
  );
}

// The key can be read only in the answer that makes it; it is forgotten with this panel.
function KeyField({ known }: { known: StreamKey }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: newStreamKey,
    gcTime: 0,
    onSuccess: ({ key: _, ...rest }) => queries.setQueryData(broadcastKeys.streamKey, rest),
  });
  const fresh = make.data?.key;
  return (
    <div className="grid gap-2">
      {fresh !== undefined ? (
        <CopyField
          label={t("Stream key")}
          value={fresh}
          hint={t("Copy it now: it is shown once.")}
        />
      ) : (
        <div>
          <p className="text-label font-semibold">{t("Stream key")}</p>
          <p className="mt-0.5 text-caption text-fg3">
            {known.exists
              ? keyText(known)
              : t("You have none yet. Whoever has it can go live as you.")}
          </p>
        </div>
      )}
      {make.error && !asking && <FieldError>{messageOf(make.error)}</FieldError>}
      {fresh === undefined && (
        <Button
          variant={known.exists ? "outline" : "brand"}
          className="justify-self-start"
          pending={make.isPending}
          onClick={() => (known.exists ? setAsking(true) : make.mutate())}
        >
          {known.exists ? t("Make a new key") : t("Make my stream key")}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("Make a new stream key?")}
        description={t(
          "The present key stops working at once. Programs that use it need the new one.",
        )}
        verb={t("Make a new key")}
        onConfirm={() => make.mutateAsync()}
      />
    </div>
  );
}

function keyText({ madeAt, usedAt }: StreamKey): string {
  return t(
    "{made, select, known {Made {madeAt}} other {Made earlier}}{used, select, yes {, last used {usedAt}} other {, not used yet}}. We keep no copy that can be read.",
    {
      made: madeAt ? "known" : "unknown",
      madeAt: madeAt ? formatDateTime(madeAt) : "",
      used: usedAt ? "yes" : "no",
      usedAt: usedAt ? formatDateTime(usedAt) : "",
    },
  );
}
