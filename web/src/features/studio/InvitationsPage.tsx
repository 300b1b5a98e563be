import { MailPlus } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { formatDate } from "@/lib/time";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Badge, type BadgeTone } from "@/ui/Badge";
import { Button, LinkButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import type { Column } from "@/ui/DataTable";
import { Link } from "@/ui/Link";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { type Invitation, invitations, useWithdraw } from "./api";
import { InviteDialog } from "./InviteDialog";
import { studioPaths } from "./pages";
import { t } from "./texts";

/** /studio/invitations: whom the studio has asked to join it. */
export default function InvitationsPage() {
  const { model, models } = useLabels();
  useTitle(t("Invitations"));
  const [list, page] = useList(studioPaths.invitations, (offset) => invitations(undefined, offset));
  const [isInviting, setIsInviting] = useState(false);
  const [recalled, setRecalled] = useState<Invitation>();
  const withdraw = useWithdraw();
  return (
    <ListPage
      title={t("Invitations")}
      actions={
        <>
          <LinkButton href={paths.studio.models()}>{models}</LinkButton>
          <Button variant="brand" onClick={() => setIsInviting(true)}>
            {t("Invite a {model}", { model: model.toLowerCase() })}
          </Button>
        </>
      }
      lead={t("Nobody is in your studio without their own word.")}
      list={list}
      page={page}
      columns={columns(setRecalled)}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState title={t("No invitations yet")} icon={<MailPlus aria-hidden />}>
          {t("Whom you invite by username or email appears here.")}
        </EmptyState>
      }
    >
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      <ConfirmDialog
        open={recalled !== undefined}
        onClose={() => setRecalled(undefined)}
        title={t("Withdraw the invitation to {to}?", { to: recalled?.to ?? "" })}
        description={t("It cannot be accepted any more. You can send another one.")}
        verb={t("Withdraw")}
        onConfirm={() => withdraw.mutateAsync(recalled?._id ?? "")}
      />
    </ListPage>
  );
}

const tones: Record<Invitation["state"], BadgeTone> = {
  open: "sky",
  accepted: "ok",
  declined: "danger",
  withdrawn: "neutral",
  expired: "neutral",
};

function wordsOf(state: Invitation["state"]): string {
  const words: Record<Invitation["state"], string> = {
    open: t("Waits for an answer"),
    accepted: t("Accepted"),
    declined: t("Declined"),
    withdrawn: t("Withdrawn"),
    expired: t("Expired"),
  };
  return words[state];
}

function columns(onWithdraw: (row: Invitation) => void): Column<Invitation>[] {
  return [
    {
      id: "to",
      header: t("To"),
      cell: ({ to, performer }) =>
        performer ? (
          <Link href={paths.room(performer.username)} className="font-semibold">
            {performer.username}
          </Link>
        ) : (
          <span className="font-semibold [overflow-wrap:anywhere]">{to}</span>
        ),
    },
    {
      id: "state",
      header: t("Status"),
      cell: ({ state }) => <Badge tone={tones[state]}>{wordsOf(state)}</Badge>,
    },
    { id: "sent", header: t("Sent"), cell: ({ createdAt }) => formatDate(createdAt) },
    { id: "by", header: t("By"), cell: ({ by }) => by.username },
    {
      id: "end",
      header: t("Until"),
      cell: ({ state, expiresAt }) => (state === "open" ? formatDate(expiresAt) : "–"),
    },
    {
      id: "withdraw",
      header: "",
      numeric: true,
      cell: (row) =>
        row.state === "open" ? (
          <Button
            size="sm"
            variant="outline"
            aria-label={t("Withdraw the invitation to {to}", { to: row.to })}
            onClick={() => onWithdraw(row)}
          >
            {t("Withdraw")}
          </Button>
        ) : (
          "–"
        ),
    },
  ];
}
