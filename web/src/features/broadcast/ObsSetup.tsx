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

/** How a broadcasting program sends to this site by WHIP (RFC 9725). */
export function ObsSetup() {
  const { data, error, refetch } = useQuery(streamKey());
  if (error && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton className="h-64 rounded-md" />;
  return (
    <div className="grid gap-5">
      <CopyField label="Server" value={data.url} />
      <KeyField known={data} />
      <ol className="grid list-decimal gap-2 pl-5 text-label font-normal text-fg2 marker:font-bold marker:text-fg3">
        <li>In OBS 30 or newer open Settings → Stream and choose the service “WHIP”.</li>
        <li>Paste the server address. The stream key is the Bearer Token.</li>
        <li>
          In Settings → Output choose a keyframe interval of 2 s, the profile “baseline” and no
          B-frames.
        </li>
        <li>Press “Start streaming”. Your show begins when the picture arrives.</li>
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
        <CopyField label="Stream key" value={fresh} hint="Copy it now: it is shown once." />
      ) : (
        <div>
          <p className="text-label font-semibold">Stream key</p>
          <p className="mt-0.5 text-caption text-fg3">
            {known.exists
              ? `Made ${known.madeAt ? formatDateTime(known.madeAt) : "earlier"}${lastUse(known)}. We keep no copy that can be read.`
              : "You have none yet. Whoever has it can go live as you."}
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
          {known.exists ? "Make a new key" : "Make my stream key"}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Make a new stream key?"
        description="The present key stops working at once. Programs that use it need the new one."
        verb="Make a new key"
        onConfirm={() => make.mutateAsync()}
      />
    </div>
  );
}

function lastUse({ usedAt }: StreamKey): string {
  return usedAt ? `, last used ${formatDateTime(usedAt)}` : ", not used yet";
}
