import { ScrollText, X } from "lucide-react";
import { actions } from "@/audit/actions.gen";
import { formatDateTime } from "@/lib/time";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import type { Column } from "@/ui/DataTable";
import { ListTable } from "@/ui/ListTable";
import { EmptyState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { type Deed, history } from "./apiStaff";
import { studioPaths } from "./pages";
import { t } from "./texts";

/** What was done for the studio, newest first; `by` is one person's. */
export function DeedList({ by, onAll }: { by: string; onAll: () => void }) {
  const [list, page] = useList(studioPaths.staff, (offset) => history(by, offset));
  return (
    <>
      {by && (
        <Button variant="outline" className="mb-3" onClick={onAll}>
          <X size={16} aria-hidden />
          {t("Of one person")}
        </Button>
      )}
      <Card flush>
        <ListTable
          list={list}
          page={page}
          label={t("What was done")}
          columns={columns()}
          rowKey={({ _id }) => _id}
          empty={<EmptyState title={t("Nothing was done yet")} icon={<ScrollText aria-hidden />} />}
        />
      </Card>
    </>
  );
}

const columns = (): Column<Deed>[] => [
  { id: "at", header: t("When"), cell: ({ at }) => formatDateTime(at) },
  { id: "who", header: t("Who"), cell: ({ by }) => <strong>{by.username}</strong> },
  { id: "what", header: t("What"), cell: ({ action }) => actions[action]?.() ?? action },
  { id: "of", header: t("Of"), cell: ({ of }) => of?.username ?? "–" },
  {
    id: "change",
    header: t("Change"),
    cell: ({ before, after, reason }) => (
      <span className="block max-w-72 truncate" title={after || before || reason}>
        {after || before || reason || "–"}
      </span>
    ),
  },
];
