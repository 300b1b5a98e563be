import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { formatDate } from "@/lib/time";
import { studioMe } from "@/session/studio";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Avatar } from "@/ui/Avatar";
import { Badge } from "@/ui/Badge";
import { Button, LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import type { Column } from "@/ui/DataTable";
import { Dialog } from "@/ui/Dialog";
import { Link } from "@/ui/Link";
import { ListTable } from "@/ui/ListTable";
import { lazyPart } from "@/ui/lazyPart";
import { EmptyState, LoadFailure } from "@/ui/States";
import { Tabs } from "@/ui/Tabs";
import { toast } from "@/ui/toast";
import { useFilters, useList } from "@/ui/useList";
import { type Member, type MemberStatus, members, useRelease, useSetStatus } from "./api";
import { PartingsCard } from "./PartingsCard";
import { studioPaths } from "./pages";
import { t } from "./texts";

// Most visits open none of them.
const HireDialog = lazyPart(() => import("./HireDialog").then((file) => file.HireDialog));
const InviteDialog = lazyPart(() => import("./InviteDialog").then((file) => file.InviteDialog));
const ReasonDialog = lazyPart(() => import("./ReasonDialog").then((file) => file.ReasonDialog));

const tabs = () =>
  [
    { id: "all", label: t("All") },
    { id: "active", label: t("Active") },
    { id: "inactive", label: t("Inactive") },
  ] as const;

/** /studio/models: who belongs to the studio, and who may work. */
export default function ModelsPage() {
  const { model, models } = useLabels();
  useTitle(models);
  const [query, choose] = useFilters(paths.studio.models);
  const status =
    query.status === "active" || query.status === "inactive" ? query.status : undefined;
  const [list, page] = useList(paths.studio.models, (offset) => members(status, offset));
  const own = useQuery(studioMe());
  const studio = own.data;
  const unverified = studio?.verified === false;
  const [leaving, setLeaving] = useState<Member>();
  const [hiring, setHiring] = useState(false);
  const [inviting, setInviting] = useState(false);
  const [released, setReleased] = useState<Member>();
  const release = useRelease();
  const set = useSetStatus();

  function change(member: Member, next: MemberStatus) {
    setLeaving(undefined);
    set.mutate(
      { id: member._id, status: next },
      {
        onSuccess: () =>
          toast.success(
            t("{username} is {status, select, active {active} other {inactive}}.", {
              username: member.performer.username,
              status: next,
            }),
          ),
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  }

  return (
    <>
      <PageHeader
        title={models}
        actions={
          <>
            <LinkButton href={studioPaths.invitations()}>{t("Invitations")}</LinkButton>
            <Button variant="outline" disabled={unverified} onClick={() => setHiring(true)}>
              {t("New {model}", { model: model.toLowerCase() })}
            </Button>
            <Button variant="brand" disabled={unverified} onClick={() => setInviting(true)}>
              {t("Invite a {model}", { model: model.toLowerCase() })}
            </Button>
          </>
        }
      >
        {t("Who belongs to your studio and may go live.")}
      </PageHeader>
      <LoadFailure query={own} what={t("Whether your studio is verified")} />
      {unverified && (
        <Card title={t("Your studio is not verified yet")} className="mb-5">
          <p className="text-label text-fg2">
            {studio.verification === "submitted"
              ? t(
                  "We are checking your document. You can hire {models} as soon as that is done; we write to you.",
                  { models: models.toLowerCase() },
                )
              : t("You can hire {models} once we have checked the document of your business.", {
                  models: models.toLowerCase(),
                })}
          </p>
          {studio.verification !== "submitted" && (
            <LinkButton href={paths.studio.accountSettings()} variant="outline" className="mt-3">
              {t("Send your document")}
            </LinkButton>
          )}
        </Card>
      )}
      <PartingsCard />
      <Tabs
        label={t("Status")}
        tabs={tabs()}
        selected={status ?? "all"}
        onSelect={(id) => choose({ status: id === "all" ? "" : id })}
      >
        <Card flush>
          <ListTable
            list={list}
            page={page}
            label={models}
            columns={columns({
              model,
              pending: set.isPending ? set.variables.id : undefined,
              onRelease: setReleased,
              onToggle: (member) =>
                member.status === "active" ? setLeaving(member) : change(member, "active"),
            })}
            rowKey={(row) => row._id}
            empty={
              <EmptyState
                title={t("No {models} here", { models: models.toLowerCase() })}
                icon={<Users aria-hidden />}
              >
                {t("{models} that belong to your studio appear here.", { models })}
              </EmptyState>
            }
          />
        </Card>
      </Tabs>
      {hiring && <HireDialog onClose={() => setHiring(false)} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {released && (
        <ReasonDialog
          title={t("Ask {username} to leave?", { username: released.performer.username })}
          description={t(
            "They can agree or refuse; without an answer within 14 days they leave your studio.",
          )}
          verb={t("Ask to leave")}
          onSay={async (reason) => {
            const { state } = await release.mutateAsync({ id: released._id, reason });
            toast.success(
              state === "open"
                ? t("{username} was asked.", { username: released.performer.username })
                : t("{username} leaves your studio.", { username: released.performer.username }),
            );
          }}
          onClose={() => setReleased(undefined)}
        />
      )}
      <Dialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t("Switch off {username}?", { username: leaving?.performer.username ?? "" })}
        description={t(
          "This {model} leaves all lists, a show under way ends, and no other can be started until you switch it on again. Earnings and payouts stay open to it.",
          { model: model.toLowerCase() },
        )}
        actions={
          <>
            <Button variant="ghost" onClick={() => setLeaving(undefined)}>
              {t("Cancel")}
            </Button>
            <Button variant="danger" onClick={() => leaving && change(leaving, "inactive")}>
              {t("Switch off")}
            </Button>
          </>
        }
      />
    </>
  );
}

type ColumnsOptions = {
  model: string;
  pending: string | undefined;
  onToggle: (member: Member) => void;
  onRelease: (member: Member) => void;
};

function columns({ model, pending, onToggle, onRelease }: ColumnsOptions): Column<Member>[] {
  return [
    {
      id: "who",
      header: model,
      cell: ({ performer }) => (
        <Link href={paths.room(performer.username)} className="flex min-h-11 items-center gap-3">
          <Avatar src={performer.avatar} size={36} />
          <span className="min-w-0 text-start">
            <span className="block font-semibold">{performer.name || performer.username}</span>
            <span className="block text-caption text-fg3">@{performer.username}</span>
          </span>
        </Link>
      ),
    },
    { id: "joined", header: t("Joined"), cell: ({ joinedAt }) => formatDate(joinedAt) },
    {
      id: "status",
      header: t("Status"),
      cell: ({ status }) => (
        <Badge tone={status === "active" ? "ok" : "neutral"}>
          {status === "active" ? t("Active") : t("Inactive")}
        </Badge>
      ),
    },
    {
      id: "toggle",
      header: "",
      numeric: true,
      cell: (member) => (
        <span className="flex flex-wrap justify-end gap-2">
          <Button
            size="sm"
            variant="ghost"
            aria-label={t("Let go of {username}", member.performer)}
            onClick={() => onRelease(member)}
          >
            {t("Let go")}
          </Button>
          <Button
            size="sm"
            variant="outline"
            pending={pending === member._id}
            aria-label={
              member.status === "active"
                ? t("Switch off {username}", member.performer)
                : t("Switch on {username}", member.performer)
            }
            onClick={() => onToggle(member)}
          >
            {member.status === "active" ? t("Switch off") : t("Switch on")}
          </Button>
        </span>
      ),
    },
  ];
}
