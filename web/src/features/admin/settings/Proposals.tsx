import { formatNumber } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { useSession } from "@/session/api";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { toast } from "@/ui/toast";
import { type Listing, type Proposal, type Setting, useDecideProposal } from "./api";

/** What waits for a second admin: a change that lets one person do more, or money go sooner. */
export function Proposals({ listing }: { listing: Listing }) {
  const { proposals, settings } = listing;
  if (proposals.length === 0) return null;
  return (
    <Card title="Waiting for a second admin" className="mb-6 max-w-[860px]">
      <p className="text-caption text-fg2">
        One admin alone cannot loosen these settings. Another one approves the change, or anybody
        drops it.
      </p>
      <ul className="mt-4 grid gap-4">
        {proposals.map((proposal) => (
          <Waiting
            key={proposal._id}
            proposal={proposal}
            setting={settings.find(({ key }) => key === proposal.key)}
          />
        ))}
      </ul>
    </Card>
  );
}

function Waiting({ proposal, setting }: { proposal: Proposal; setting: Setting | undefined }) {
  const { session } = useSession();
  const decide = useDecideProposal(proposal._id);
  const label = setting?.label ?? proposal.key;
  const isMine = session?._id === proposal.by;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
        <p className="text-label font-semibold">{label}</p>
        <p className="text-caption text-fg2">
          {`${shown(setting?.value)} → ${shown(proposal.value ?? setting?.default)}, proposed by ${proposal.byName} on ${formatDateTime(proposal.at)}`}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="outline"
          pending={decide.isPending && decide.variables === "reject"}
          aria-label={`Drop the change of ${label}`}
          onClick={() =>
            decide.mutate("reject", { onSuccess: () => toast.success("The change is dropped.") })
          }
        >
          Drop
        </Button>
        {!isMine && (
          <Button
            variant="brand"
            pending={decide.isPending && decide.variables === "approve"}
            aria-label={`Approve the change of ${label}`}
            onClick={() =>
              decide.mutate("approve", { onSuccess: () => toast.success("The change holds.") })
            }
          >
            Approve
          </Button>
        )}
      </div>
    </li>
  );
}

function shown(value: unknown): string {
  if (value === true) return "on";
  if (value === false) return "off";
  if (typeof value === "number" && Number.isInteger(value)) return formatNumber(value, 0);
  return String(value ?? "") || "nothing";
}
