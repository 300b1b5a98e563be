import { MailOpen } from "lucide-react";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { Badge, type BadgeTone } from "@/ui/Badge";
import type { Column } from "@/ui/DataTable";
import { Select, TextField } from "@/ui/Field";
import { Link } from "@/ui/Link";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { useFilters, useList } from "@/ui/useList";
import { type Mail, type MailState, mails } from "./api";
import { TestMailButton } from "./TestMailButton";
import { t } from "./texts";

const states = (): { value: MailState; label: string; tone: BadgeTone }[] => [
  { value: "waiting", label: t("Waiting"), tone: "gold" },
  { value: "sent", label: t("Sent"), tone: "ok" },
  { value: "kept", label: t("Kept here"), tone: "sky" },
  { value: "failed", label: t("Failed"), tone: "danger" },
];

/** /admin/mails: what the site has mailed, or keeps because no mail server is set. */
export default function MailsPage() {
  useTitle(t("Mailbox"));
  const [query, choose] = useFilters(paths.admin.mails);
  const state = states().find(({ value }) => value === query.state)?.value;
  const to = query.to ?? "";
  const [list, page] = useList(paths.admin.mails, (offset) => mails(state, to, offset));
  return (
    <ListPage
      title={t("Mailbox")}
      actions={<TestMailButton />}
      lead={t("Without a mail server, mails are kept here and their links work.")}
      filters={
        <div className="grid gap-3 px-4 pt-4 pb-3 sm:grid-cols-[minmax(0,320px)_180px]">
          <TextField
            key={to}
            label={t("To")}
            type="search"
            placeholder={t("An address")}
            defaultValue={to}
            onBlur={(event) => event.target.value !== to && choose({ to: event.target.value })}
            onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
          />
          <Select
            label={t("State")}
            placeholder={t("All")}
            options={states()}
            value={state ?? ""}
            onChange={(event) => choose({ state: event.target.value })}
          />
        </div>
      }
      list={list}
      page={page}
      label={t("Mails")}
      columns={columns()}
      rowKey={(row) => row._id}
      empty={<EmptyState title={t("No mails")} icon={<MailOpen aria-hidden />} />}
    />
  );
}

export function MailStateBadge({ state }: { state: string }) {
  const known = states().find(({ value }) => value === state);
  return <Badge tone={known?.tone ?? "neutral"}>{known?.label ?? state}</Badge>;
}

const columns = (): Column<Mail>[] => [
  {
    id: "subject",
    header: t("Subject"),
    cell: ({ _id, subject }) => (
      <Link href={paths.admin.mail(_id)} className="font-semibold hover:underline">
        {subject}
      </Link>
    ),
  },
  { id: "to", header: t("To"), cell: ({ to }) => to },
  { id: "at", header: t("Written"), cell: ({ createdAt }) => formatDateTime(createdAt) },
  { id: "state", header: t("State"), cell: ({ state }) => <MailStateBadge state={state} /> },
];
