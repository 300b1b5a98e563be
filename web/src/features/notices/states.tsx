import { Bell } from "lucide-react";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { t } from "./texts";

export function NoNotices() {
  return (
    <EmptyState title={t("Nothing new")} icon={<Bell aria-hidden />}>
      {t("What happens on the site and concerns you will be here.")}
    </EmptyState>
  );
}

/** Holds the place of notices that load. */
export function Waiting({ rows }: { rows: number }) {
  return (
    <div aria-hidden className="grid gap-1 px-2 py-3">
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <div key={at} className="flex gap-4 px-2 py-2.5">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
