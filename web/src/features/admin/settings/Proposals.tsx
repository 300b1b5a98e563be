import { formatNumber } from "@/lib/format";
import { SecondAdminCard, SecondAdminItem } from "../SecondAdmin";
import { type Listing, type Proposal, type Setting, useDecideProposal } from "./api";
import { t } from "./texts";

/** What waits for a second admin: a change that lets one person do more, or money go sooner. */
export function Proposals({ listing }: { listing: Listing }) {
  const { proposals, settings } = listing;
  if (proposals.length === 0) return null;
  return (
    <SecondAdminCard
      why={t(
        "One admin alone cannot loosen these settings. Another one approves the change, or anybody drops it.",
      )}
    >
      {proposals.map((proposal) => (
        <Waiting
          key={proposal._id}
          proposal={proposal}
          setting={settings.find(({ key }) => key === proposal.key)}
        />
      ))}
    </SecondAdminCard>
  );
}

function Waiting({ proposal, setting }: { proposal: Proposal; setting: Setting | undefined }) {
  const { _id, key, value, by, byName, at } = proposal;
  return (
    <SecondAdminItem
      label={setting?.label ?? key}
      change={`${shown(setting?.value)} → ${shown(value ?? setting?.default)}`}
      by={by}
      byName={byName}
      at={at}
      decide={useDecideProposal(_id)}
    />
  );
}

function shown(value: unknown): string {
  if (value === true) return t("on");
  if (value === false) return t("off");
  if (typeof value === "number" && Number.isInteger(value)) return formatNumber(value, 0);
  return String(value ?? "") || t("nothing");
}
