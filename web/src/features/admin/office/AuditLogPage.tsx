import { ScrollText, X } from "lucide-react";
import { paths } from "@/app/paths";
import { actions } from "@/audit/actions.gen";
import { formatDateTime } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { Button } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { useFilters, useList } from "@/ui/useList";
import { auditLog, type Line } from "./api";
import { t } from "./texts";

/** /admin/audit-log: what staff did, newest first; ?subject= narrows it to one thing. */
export default function AuditLogPage() {
  useTitle(t("Audit log"));
  const [query, choose] = useFilters(paths.admin.audit);
  const subject = query.subject ?? "";
  const [list, page] = useList(paths.admin.audit, (offset) => auditLog(subject, offset));
  return (
    <ListPage
      title={t("Audit log")}
      actions={
        subject && (
          <Button variant="outline" onClick={() => choose({ subject: "" })}>
            <X size={16} aria-hidden />
            {t("Only {subject}", { subject: kindOf(subject) })}
          </Button>
        )
      }
      lead={t(
        "Every act of the staff and every look at an identity document or a person’s statement. Lines are never changed.",
      )}
      list={list}
      page={page}
      columns={columns((next) => choose({ subject: next }))}
      rowKey={(row) => String(row.seq)}
      empty={<EmptyState title={t("Nothing on record")} icon={<ScrollText aria-hidden />} />}
    />
  );
}

function columns(onSubject: (subject: string) => void): Column<Line>[] {
  return [
    { id: "at", header: t("When"), cell: ({ at }) => formatDateTime(at) },
    { id: "who", header: t("Who"), cell: ({ actor }) => <strong>{actor}</strong> },
    { id: "what", header: t("What"), cell: ({ action }) => actions[action]?.() ?? action },
    {
      id: "subject",
      header: t("Of"),
      cell: ({ subject }) => (
        <button
          type="button"
          lang="en"
          title={subject}
          className="min-h-9 rounded-xs font-medium text-brand-ink hover:underline"
          onClick={() => onSubject(subject)}
        >
          {kindOf(subject)}
        </button>
      ),
    },
    {
      id: "change",
      header: t("Change"),
      cell: ({ before, after }) => <Short text={before ? `${before} → ${after}` : after} />,
    },
    { id: "reason", header: t("Reason"), cell: ({ reason }) => <Short text={reason} /> },
    { id: "from", header: t("Address"), cell: ({ address }) => <code>{address || "–"}</code> },
  ];
}

/** As much of a text as a table has room for; all of it under the pointer. */
function Short({ text }: { text: string }) {
  return (
    <span className="block max-w-64 truncate" title={text}>
      {text || "–"}
    </span>
  );
}

// "account:06gz…j804" → "account …j804"; a page that was looked at has no id
function kindOf(subject: string): string {
  const [kind = "", id = ""] = subject.replaceAll("_", " ").split(":");
  return id === "" ? kind : `${kind} …${id.slice(-4)}`;
}
