import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/ui/States";
import { SecondAdminCard, SecondAdminItem } from "../SecondAdmin";
import { type Proposal, proposals, useDecideProposal } from "./api";
import { t } from "./texts";

const limit = () =>
  t(
    "What one admin alone gives back, pays out and forgives in a day is bounded. Another admin approves it, or anybody drops it.",
  );

const why = () => ({
  outcome: limit(),
  refund: limit(),
  receivable: limit(),
  gateway: t(
    "Who chooses how a gateway is set up can make tokens of nothing. Another admin approves the change, or anybody drops it.",
  ),
  package: t(
    "Tokens that are cheaper than any on sale take two admins. Another one approves the package, or anybody drops it.",
  ),
});

/** What waits for a second admin, of these kinds and, with `about`, of one subject. */
export function Proposals({ kinds, about }: { kinds: Proposal["kind"][]; about?: string }) {
  const list = useQuery(proposals());
  if (list.error && list.data === undefined) {
    return <ErrorState error={list.error} onRetry={list.refetch} />;
  }
  const waiting =
    list.data?.data.filter(
      ({ kind, subject }) => kinds.includes(kind) && (about === undefined || subject === about),
    ) ?? [];
  const [first] = waiting;
  if (first === undefined) return null;
  return (
    <SecondAdminCard why={why()[first.kind]}>
      {waiting.map((one) => (
        <Waiting key={one._id} proposal={one} />
      ))}
    </SecondAdminCard>
  );
}

function Waiting({ proposal }: { proposal: Proposal }) {
  const { _id, name, changes, by, byName, at } = proposal;
  return (
    <SecondAdminItem
      label={name}
      change={changes.join("; ")}
      by={by}
      byName={byName}
      at={at}
      decide={useDecideProposal(_id)}
    />
  );
}
