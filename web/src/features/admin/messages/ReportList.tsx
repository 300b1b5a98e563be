import { Check, Inbox } from "lucide-react";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import type { Column } from "@/ui/DataTable";
import { Select } from "@/ui/Field";
import { ListTable } from "@/ui/ListTable";
import { EmptyState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useFilters, useList } from "@/ui/useList";
import { type Report, reports, useCloseReport } from "./api";
import { ConversationLink } from "./ConversationLink";
import { t } from "./texts";

/** What was reported of conversations: the open reports, or those that were looked at. */
export function ReportList() {
  const [query, choose] = useFilters(paths.admin.messages);
  const closed = query.closed === "yes";
  const [list, page] = useList(paths.admin.messages, (offset) => reports(closed, offset));
  const close = useCloseReport();
  const look = (id: string) =>
    close.mutate(id, {
      onSuccess: () => toast.success(t("The report is closed.")),
      onError: (error) => toast.error(messageOf(error)),
    });
  return (
    <Card flush>
      <div className="grid grid-cols-2 gap-3 px-4 pt-4 pb-3 sm:grid-cols-[200px]">
        <Select
          label={t("State")}
          options={[
            { value: "", label: t("Open") },
            { value: "yes", label: t("Closed") },
          ]}
          value={closed ? "yes" : ""}
          onChange={({ target }) => choose({ tab: "reports", closed: target.value })}
        />
      </div>
      <ListTable
        label={t("Reports")}
        list={list}
        page={page}
        rowKey={({ _id }: Report) => _id}
        empty={
          <EmptyState title={t("No reports")} icon={<Inbox aria-hidden />}>
            {t("What people report, and one text to many people, will be here.")}
          </EmptyState>
        }
        columns={columns(close.isPending ? close.variables : undefined, look)}
      />
    </Card>
  );
}

const reasons = (): Record<string, string> => ({
  spam: t("Advertising or spam"),
  abuse: t("Insults or threats"),
  fraud: t("Fraud"),
  underage: t("Somebody may be under 18"),
  other: t("Something else"),
  repeated: t("One text to many people"),
});

function columns(closing: string | undefined, onClose: (id: string) => void): Column<Report>[] {
  return [
    { id: "when", header: t("Reported"), cell: ({ createdAt }) => formatDateTime(createdAt) },
    { id: "about", header: t("About"), cell: ({ about }) => about.username },
    {
      id: "by",
      header: t("By"),
      cell: ({ reporter }) => reporter?.username ?? t("The program"),
    },
    { id: "why", header: t("Reason"), cell: ({ reason }) => reasons()[reason] ?? reason },
    {
      id: "what",
      header: t("Message"),
      cell: ({ message, note, conversationId }) => (
        <span className="block max-w-96 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {message?.text}
          {note && <i className="block text-fg2">{note}</i>}
          <ConversationLink id={conversationId} />
        </span>
      ),
    },
    {
      id: "acts",
      header: "",
      cell: ({ _id, closedAt, about: { username } }) =>
        closedAt ? (
          formatDateTime(closedAt)
        ) : (
          <Button
            size="sm"
            variant="outline"
            pending={closing === _id}
            aria-label={t("Close the report about {username}", { username })}
            onClick={() => onClose(_id)}
          >
            <Check size={15} aria-hidden />
            {t("Close")}
          </Button>
        ),
    },
  ];
}
