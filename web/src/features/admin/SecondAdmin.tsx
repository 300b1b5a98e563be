import type { ReactNode } from "react";
import { formatDateTime } from "@/lib/time";
import { useSession } from "@/session/api";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { toast } from "@/ui/toast";
import { t } from "./texts";

type Decision = "approve" | "reject";

type SecondAdminCardProps = {
  /** Why it waits, and who decides. */
  why: string;
  children: ReactNode;
};

/** What waits for a second admin: a list of `SecondAdminItem`. */
export function SecondAdminCard({ why, children }: SecondAdminCardProps) {
  return (
    <Card title={t("Waiting for a second admin")} className="mb-6 max-w-[860px]">
      <p className="text-caption text-fg2">{why}</p>
      <ul className="mt-4 grid gap-4">{children}</ul>
    </Card>
  );
}

type SecondAdminItemProps = {
  /** What is changed. */
  label: string;
  /** How, in words. */
  change: string;
  /** Who proposed it: the id, which may not approve, and the username. */
  by: string;
  byName: string;
  at: string;
  decide: {
    isPending: boolean;
    variables: Decision | undefined;
    mutate: (decision: Decision, options: { onSuccess: () => void }) => void;
  };
};

/** One change: another admin approves it, or anybody drops it. */
export function SecondAdminItem(props: SecondAdminItemProps) {
  const { label, change, by, byName, at, decide } = props;
  const { session } = useSession();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
        <p className="text-label font-semibold">{label}</p>
        <p className="text-caption text-fg2">
          {t("{change}, proposed by {name} on {time}", {
            change,
            name: byName,
            time: formatDateTime(at),
          })}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="outline"
          pending={decide.isPending && decide.variables === "reject"}
          aria-label={t("Drop the change of {label}", { label })}
          onClick={() =>
            decide.mutate("reject", { onSuccess: () => toast.success(t("The change is dropped.")) })
          }
        >
          {t("Drop")}
        </Button>
        {session?._id !== by && (
          <Button
            variant="brand"
            pending={decide.isPending && decide.variables === "approve"}
            aria-label={t("Approve the change of {label}", { label })}
            onClick={() =>
              decide.mutate("approve", { onSuccess: () => toast.success(t("The change holds.")) })
            }
          >
            {t("Approve")}
          </Button>
        )}
      </div>
    </li>
  );
}
