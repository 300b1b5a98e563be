import { useQuery } from "@tanstack/react-query";
import { MailOpen } from "lucide-react";
import { paths } from "@/app/paths";
import { offsetOf } from "@/lib/offset";
import { formatDateTime } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { Badge, type BadgeTone } from "@/ui/Badge";
import { Card, PageHeader } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Select, TextField } from "@/ui/Field";
import { Link } from "@/ui/Link";
import { Pagination, rowsOf } from "@/ui/Pagination";
import { EmptyState } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { type Mail, type MailState, mails, pageSize } from "./api";
import { TestMailButton } from "./TestMailButton";

const states: { value: MailState; label: string; tone: BadgeTone }[] = [
  { value: "waiting", label: "Waiting", tone: "gold" },
  { value: "sent", label: "Sent", tone: "ok" },
  { value: "kept", label: "Kept here", tone: "sky" },
  { value: "failed", label: "Failed", tone: "danger" },
];

/** /admin/mails: what the site has mailed, or keeps because no mail server is set. */
export default function MailsPage() {
  useTitle("Mailbox");
  const [query, setQuery] = useSearch(paths.admin.mails);
  const state = states.find(({ value }) => value === query.state)?.value;
  const to = query.to ?? "";
  const offset = offsetOf(query);
  const list = useQuery(mails(state, to, offset));
  return (
    <>
      <PageHeader title="Mailbox" actions={<TestMailButton />}>
        Without a mail server, mails are kept here and their links work.
      </PageHeader>
      <Card flush>
        <div className="grid gap-3 px-4 pt-4 pb-3 sm:grid-cols-[minmax(0,320px)_180px]">
          <TextField
            key={to}
            label="To"
            type="search"
            placeholder="An address"
            defaultValue={to}
            onBlur={(event) =>
              event.target.value !== to && setQuery({ to: event.target.value, offset: "" })
            }
            onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
          />
          <Select
            label="State"
            placeholder="All"
            options={states}
            value={state ?? ""}
            onChange={(event) => setQuery({ state: event.target.value, offset: "" })}
          />
        </div>
        <DataTable
          label="Mails"
          columns={columns}
          rows={rowsOf(list.data)}
          rowKey={(row) => row._id}
          error={list.error}
          onRetry={list.refetch}
          empty={<EmptyState title="No mails" icon={<MailOpen aria-hidden />} />}
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

export function MailStateBadge({ state }: { state: string }) {
  const known = states.find(({ value }) => value === state);
  return <Badge tone={known?.tone ?? "neutral"}>{known?.label ?? state}</Badge>;
}

const columns: Column<Mail>[] = [
  {
    id: "subject",
    header: "Subject",
    cell: ({ _id, subject }) => (
      <Link href={paths.admin.mail(_id)} className="font-semibold hover:underline">
        {subject}
      </Link>
    ),
  },
  { id: "to", header: "To", cell: ({ to }) => to },
  { id: "at", header: "Written", cell: ({ createdAt }) => formatDateTime(createdAt) },
  { id: "state", header: "State", cell: ({ state }) => <MailStateBadge state={state} /> },
];
