import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type List, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";

/** What waits for a decision, with its photos and media, the new ones first. */
export type Submission = Schemas["AssetsSubmissionView"];
export type Decision = Schemas["AssetsDecision"];

const keys = { all: ["asset-reviews"] as const };

/** What waits, the oldest first. Others decide, too, so it is looked at again every now and then. */
export const queue = () =>
  apiQuery(
    keys.all,
    "/admin/asset-reviews",
    { query: { limit: pageSize } },
    {
      refetchInterval: 30_000,
    },
  );

export type Verdict = { kind: "approve" } | { kind: "reject"; reason: string };

/** Decides about what was looked at: another version of it, or one that is decided, is refused. */
export function useDecide() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ submission, verdict }: { submission: Submission; verdict: Verdict }) =>
      decide(submission, verdict),
    onSuccess: (_, { submission }) =>
      queries.setQueryData<List<Submission>>(
        keys.all,
        (before) =>
          before && {
            data: before.data.filter(({ _id }) => _id !== submission._id),
            total: before.total - 1,
          },
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

function decide({ _id: assetId, version }: Submission, verdict: Verdict): Promise<Decision> {
  const params = { path: { assetId } };
  if (verdict.kind === "approve") {
    return unwrap(
      api.POST("/admin/asset-reviews/{assetId}/approve", { params, body: { version } }),
    );
  }
  const { reason } = verdict;
  return unwrap(
    api.POST("/admin/asset-reviews/{assetId}/reject", { params, body: { version, reason } }),
  );
}

/** The address of a file that waits, or that was approved; who asks for it is on record. */
export function reviewedFile(assetId: string, mediumId: string): string {
  return `/api/admin/asset-reviews/${encodeURIComponent(assetId)}/files/${encodeURIComponent(mediumId)}`;
}
