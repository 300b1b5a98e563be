import { Eye, Radio } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { formatAgo } from "@/lib/time";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Avatar } from "@/ui/Avatar";
import { Badge, type BadgeTone } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { Link } from "@/ui/Link";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { useNow } from "@/ui/useNow";
import { type StagedShow, staged } from "./api";
import { LookDialog } from "./LookDialog";
import { t } from "./texts";

/** /admin/shows: what is on stage now, paid shows too; a look at one is on record. */
export default function ShowsPage() {
  useTitle(t("Live shows"));
  const [list, page] = useList(paths.admin.shows, (offset) => staged(offset));
  const { model } = useLabels();
  const now = useNow();
  const [looked, setLooked] = useState<StagedShow>();
  return (
    <ListPage
      title={t("Live shows")}
      lead={t("What is on stage now. Who is in a paid show is not told here.")}
      list={list}
      page={page}
      columns={columns(model, now, setLooked)}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState title={t("Nothing is on stage now")} icon={<Radio aria-hidden />}>
          {t("Shows appear here by themselves when they start.")}
        </EmptyState>
      }
    >
      {looked && <LookDialog show={looked} onClose={() => setLooked(undefined)} />}
    </ListPage>
  );
}

const tones: Readonly<Record<StagedShow["type"], BadgeTone>> = {
  public: "live",
  private: "private",
  group: "group",
};

function columns(
  model: string,
  now: number,
  onLook: (show: StagedShow) => void,
): Column<StagedShow>[] {
  return [
    {
      id: "who",
      header: model,
      cell: ({ performer, title }) => (
        <Link href={paths.room(performer.username)} className="flex items-center gap-3">
          <Avatar src={performer.avatar} size={36} />
          <span className="min-w-0 text-start">
            <span className="block font-semibold">{performer.username}</span>
            {title && (
              <span className="block max-w-56 truncate text-caption text-fg3">{title}</span>
            )}
          </span>
        </Link>
      ),
    },
    {
      id: "kind",
      header: t("Show"),
      cell: ({ type }) => (
        <Badge tone={tones[type]}>
          {t("{type, select, private {Private} group {Group} other {Public}}", { type })}
        </Badge>
      ),
    },
    {
      id: "state",
      header: t("State"),
      cell: ({ status }) =>
        t("{state, select, starting {Starting} paused {The picture is lost} other {On air}}", {
          state: status,
        }),
    },
    { id: "since", header: t("Since"), cell: ({ openedAt }) => formatAgo(openedAt, now) },
    { id: "there", header: t("There"), cell: audience },
    {
      id: "actions",
      header: t("Picture"),
      cell: (show) => (
        <Button
          size="sm"
          variant="outline"
          disabled={show.status === "starting"}
          onClick={() => onLook(show)}
        >
          <Eye size={16} aria-hidden />
          {t("Look")}
        </Button>
      ),
    },
  ];
}

function audience({ type, viewers, members, peekers }: StagedShow): string {
  if (type === "public")
    return t("{count, plural, one {# viewer} other {# viewers}}", { count: viewers });
  return peekers > 0
    ? t(
        "{members, plural, one {# member} other {# members}}, {peekers, plural, one {# person looks in} other {# people look in}}",
        { members, peekers },
      )
    : t("{count, plural, one {# member} other {# members}}", { count: members });
}
