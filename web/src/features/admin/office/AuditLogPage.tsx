import { useQuery } from "@tanstack/react-query";
import { ScrollText, X } from "lucide-react";
import { paths } from "@/app/paths";
import { offsetOf } from "@/lib/offset";
import { formatDateTime } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { Button } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Pagination, rowsOf } from "@/ui/Pagination";
import { EmptyState } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { auditLog, type Line, pageSize } from "./api";

/** /admin/audit-log: what staff did, newest first; ?subject= narrows it to one thing. */
export default function AuditLogPage() {
  useTitle("Audit log");
  const [query, setQuery] = useSearch(paths.admin.audit);
  const subject = query.subject ?? "";
  const offset = offsetOf(query);
  const list = useQuery(auditLog(subject, offset));
  return (
    <>
      <PageHeader
        title="Audit log"
        actions={
          subject && (
            <Button variant="outline" onClick={() => setQuery({ subject: "", offset: "" })}>
              <X size={16} aria-hidden />
              Only {kindOf(subject)}
            </Button>
          )
        }
      >
        Every act of the staff and every look at an identity document or a person’s statement. Lines
        are never changed.
      </PageHeader>
      <Card flush>
        <DataTable
          label="Audit log"
          columns={columns((next) => setQuery({ subject: next, offset: "" }))}
          rows={rowsOf(list.data)}
          rowKey={(row) => String(row.seq)}
          error={list.error}
          onRetry={list.refetch}
          empty={<EmptyState title="Nothing on record" icon={<ScrollText aria-hidden />} />}
        />
        <Pagination
          list={list}
          offset={offset}
          limit={pageSize}
          onMove={(next) => setQuery({ offset: next })}
        />
      </Card>
    </>
  );
}

function columns(onSubject: (subject: string) => void): Column<Line>[] {
  return [
    { id: "at", header: "When", cell: ({ at }) => formatDateTime(at) },
    { id: "who", header: "Who", cell: ({ actor }) => <strong>{actor}</strong> },
    { id: "what", header: "What", cell: ({ action }) => inWords(action) },
    {
      id: "subject",
      header: "Of",
      cell: ({ subject }) => (
        <button
          type="button"
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
      header: "Change",
      cell: ({ before, after }) => <Short text={before ? `${before} → ${after}` : after} />,
    },
    { id: "reason", header: "Reason", cell: ({ reason }) => <Short text={reason} /> },
    { id: "from", header: "Address", cell: ({ address }) => <code>{address || "–"}</code> },
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

// "identity.document_viewed" → "Identity: document viewed"
function inWords(action: string): string {
  const [noun = "", verb = ""] = action.replaceAll("_", " ").split(".");
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${verb}`;
}

// "account:06gz…j804" → "account …j804"; a page that was looked at has no id
function kindOf(subject: string): string {
  const [kind = "", id = ""] = subject.replaceAll("_", " ").split(":");
  return id === "" ? kind : `${kind} …${id.slice(-4)}`;
}
