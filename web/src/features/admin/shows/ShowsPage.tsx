import { Eye, Radio } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { countOf } from "@/lib/format";
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

/** /admin/shows: what is on stage now, paid shows too; a look at one is on record. */
export default function ShowsPage() {
  useTitle("Live shows");
  const [list, page] = useList(paths.admin.shows, (offset) => staged(offset));
  const { model } = useLabels();
  const now = useNow();
  const [looked, setLooked] = useState<StagedShow>();
  return (
    <ListPage
      title="Live shows"
      lead="What is on stage now. Who is in a paid show is not told here."
      list={list}
      page={page}
      columns={columns(model, now, setLooked)}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState title="Nothing is on stage now" icon={<Radio aria-hidden />}>
          Shows appear here by themselves when they start.
        </EmptyState>
      }
    >
      {looked && <LookDialog show={looked} onClose={() => setLooked(undefined)} />}
    </ListPage>
  );
}

const kinds: Readonly<Record<StagedShow["type"], { label: string; tone: BadgeTone }>> = {
  public: { label: "Public", tone: "live" },
  private: { label: "Private", tone: "private" },
  group: { label: "Group", tone: "group" },
};

const states: Readonly<Record<StagedShow["status"], string>> = {
  starting: "Starting",
  live: "On air",
  paused: "The picture is lost",
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
          <span className="min-w-0 text-left">
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
      header: "Show",
      cell: ({ type }) => <Badge tone={kinds[type].tone}>{kinds[type].label}</Badge>,
    },
    { id: "state", header: "State", cell: ({ status }) => states[status] },
    { id: "since", header: "Since", cell: ({ openedAt }) => formatAgo(openedAt, now) },
    { id: "there", header: "There", cell: audience },
    {
      id: "actions",
      header: "Picture",
      cell: (show) => (
        <Button
          size="sm"
          variant="outline"
          disabled={show.status === "starting"}
          onClick={() => onLook(show)}
        >
          <Eye size={16} aria-hidden />
          Look
        </Button>
      ),
    },
  ];
}

function audience({ type, viewers, members, peekers }: StagedShow): string {
  if (type === "public") return countOf(viewers, "viewer");
  const seats = countOf(members, "member");
  return peekers > 0 ? `${seats}, ${countOf(peekers, "person looks", "people look")} in` : seats;
}
