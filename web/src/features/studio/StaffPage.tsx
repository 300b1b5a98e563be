import { UserRound } from "lucide-react";
import { useState } from "react";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Avatar } from "@/ui/Avatar";
import { Badge, type BadgeTone } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import type { Column } from "@/ui/DataTable";
import { ListTable } from "@/ui/ListTable";
import { EmptyState } from "@/ui/States";
import { Tabs } from "@/ui/Tabs";
import { useFilters, useList } from "@/ui/useList";
import { type Colleague, type StaffWord, staff, useActOnStaff } from "./apiStaff";
import { DeedList } from "./DeedList";
import { studioPaths } from "./pages";
import { rightName } from "./rights";
import { StaffDialog } from "./StaffDialog";
import { t } from "./texts";

const tabs = () =>
  [
    { id: "people", label: t("People") },
    { id: "history", label: t("What was done") },
  ] as const;

/** /studio/staff: who works for the studio, what they may do, and what they did. */
export default function StaffPage() {
  useTitle(t("Staff"));
  const [query, choose] = useFilters(studioPaths.staff);
  const tab = query.tab === "history" ? "history" : "people";
  const [edited, setEdited] = useState<Colleague | "new">();
  return (
    <>
      <PageHeader
        title={t("Staff")}
        actions={
          <Button variant="brand" onClick={() => setEdited("new")}>
            {t("New staff account")}
          </Button>
        }
      >
        {t(
          "Each has a login of their own, and does what you allow. Where you are paid is yours alone.",
        )}
      </PageHeader>
      <Tabs
        label={t("Staff")}
        tabs={tabs()}
        selected={tab}
        onSelect={(id) => choose({ tab: id === "people" ? "" : id, by: "" })}
      >
        {tab === "people" ? (
          <People onEdit={setEdited} onHistory={({ _id }) => choose({ tab: "history", by: _id })} />
        ) : (
          <DeedList by={query.by ?? ""} onAll={() => choose({ by: "" })} />
        )}
      </Tabs>
      {edited && (
        <StaffDialog
          colleague={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

type PeopleProps = { onEdit: (row: Colleague) => void; onHistory: (row: Colleague) => void };

function People({ onEdit, onHistory }: PeopleProps) {
  const [list, page] = useList(studioPaths.staff, staff);
  const [asked, setAsked] = useState<{ row: Colleague; word: StaffWord }>();
  const { models } = useLabels();
  const act = useActOnStaff();
  return (
    <Card flush>
      <ListTable
        list={list}
        page={page}
        label={t("Staff")}
        columns={columns(models, {
          onEdit,
          onHistory,
          onAct: (row, word) => setAsked({ row, word }),
        })}
        rowKey={({ _id }) => _id}
        empty={
          <EmptyState title={t("Nobody works for you yet")} icon={<UserRound aria-hidden />}>
            {t("Open an account for each person: what is done carries their name.")}
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        {...questionOf(asked)}
        onConfirm={() =>
          act.mutateAsync({ id: asked?.row._id ?? "", word: asked?.word ?? "suspend" })
        }
      />
    </Card>
  );
}

type Question = { title: string; description: string; verb: string; tone?: "brand" };

function questionOf(asked: { row: Colleague; word: StaffWord } | undefined): Question {
  const username = asked?.row.username ?? "";
  switch (asked?.word) {
    case "remove":
      return {
        title: t("Remove {username}?", { username }),
        description: t(
          "They are logged out at once, and lose every right. What they did stays on record.",
        ),
        verb: t("Remove"),
      };
    case "restore":
      return {
        title: t("Let {username} in again?", { username }),
        description: t("They can log in with the rights that they had."),
        verb: t("Restore"),
        tone: "brand",
      };
    default:
      return {
        title: t("Suspend {username}?", { username }),
        description: t("They are logged out at once, and cannot log in until you restore them."),
        verb: t("Suspend"),
      };
  }
}

type Acts = PeopleProps & { onAct: (row: Colleague, word: StaffWord) => void };

const tones: Record<Colleague["status"], BadgeTone> = {
  invited: "sky",
  active: "ok",
  suspended: "danger",
  removed: "neutral",
};

function wordsOf(status: Colleague["status"]): string {
  const words: Record<Colleague["status"], string> = {
    invited: t("Invited"),
    active: t("Active"),
    suspended: t("Suspended"),
    removed: t("Removed"),
  };
  return words[status];
}

function columns(models: string, { onEdit, onHistory, onAct }: Acts): Column<Colleague>[] {
  return [
    {
      id: "who",
      header: t("Name"),
      cell: ({ name, username, email, avatar }) => (
        <span className="flex items-center gap-3">
          <Avatar src={avatar} size={36} />
          <span className="min-w-0 text-start">
            <span className="block font-semibold">{name}</span>
            <span className="block text-caption text-fg3 [overflow-wrap:anywhere]">
              @{username} · {email}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: "status",
      header: t("Status"),
      cell: ({ status }) => <Badge tone={tones[status]}>{wordsOf(status)}</Badge>,
    },
    {
      id: "rights",
      header: t("May"),
      cell: ({ rights }) => (
        <span className="block max-w-72 sm:whitespace-normal">
          {rights.map((id) => rightName(id, models)).join(", ") || "–"}
        </span>
      ),
    },
    {
      id: "acts",
      header: "",
      numeric: true,
      cell: (row) => (
        <span className="flex flex-wrap justify-end gap-2">
          <Button size="sm" variant="ghost" onClick={() => onHistory(row)}>
            {t("What was done")}
          </Button>
          {row.status !== "removed" && (
            <>
              <Button
                size="sm"
                variant="outline"
                aria-label={t("Change the rights of {username}", { username: row.username })}
                onClick={() => onEdit(row)}
              >
                {t("Rights")}
              </Button>
              <Button
                size="sm"
                variant="outline"
                onClick={() => onAct(row, row.status === "suspended" ? "restore" : "suspend")}
              >
                {row.status === "suspended" ? t("Restore") : t("Suspend")}
              </Button>
              <Button size="sm" variant="outline" onClick={() => onAct(row, "remove")}>
                {t("Remove")}
              </Button>
            </>
          )}
        </span>
      ),
    },
  ];
}
