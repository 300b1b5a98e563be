import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/ui/States";
import { SecondAdminCard, SecondAdminItem } from "../SecondAdmin";
import { type Proposal, proposals, useDecideProposal } from "./api";

const why = {
  gateway:
    "Who chooses how a gateway is set up can make tokens of nothing. Another admin approves the change, or anybody drops it.",
  package:
    "Tokens that are cheaper than any on sale take two admins. Another one approves the package, or anybody drops it.",
};

/** Gateways or packages that wait for a second admin. */
export function Proposals({ kind }: { kind: Proposal["kind"] }) {
  const list = useQuery(proposals());
  if (list.error && list.data === undefined) {
    return <ErrorState error={list.error} onRetry={list.refetch} />;
  }
  const waiting = list.data?.data.filter((one) => one.kind === kind) ?? [];
  if (waiting.length === 0) return null;
  return (
    <SecondAdminCard why={why[kind]}>
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
