import { Eye, EyeOff, Link2 } from "lucide-react";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { Link } from "@/ui/Link";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { Checkbox } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { useFilters, useList } from "@/ui/useList";
import { useHideLink, type WrittenLink, writtenLinks } from "./api";
import { t } from "./texts";

/** /admin/performer-links: what performers link to from their pages, and hiding it. */
export default function LinksPage() {
  useTitle(t("Links of profiles"));
  const models = useLabels().models.toLowerCase();
  const [query, choose] = useFilters(paths.admin.performerLinks);
  const hidden = query.hidden === "true";
  const [list, page] = useList(paths.admin.performerLinks, (offset) =>
    writtenLinks(hidden, offset),
  );
  const { mutate, isPending, variables } = useHideLink();
  const hide = (link: WrittenLink) => {
    const done = link.hidden ? t("The link is shown again.") : t("The link is hidden.");
    mutate(
      { _id: link._id, hidden: !link.hidden },
      {
        onSuccess: () => toast.success(done),
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  };
  return (
    <ListPage
      title={t("Links of profiles")}
      lead={t(
        "Where {models} lead their visitors. What you hide is off the page at once, and so is what is added later to the same site.",
        { models },
      )}
      filters={
        <div className="px-4 pt-4 pb-3">
          <Checkbox
            label={t("Only hidden")}
            checked={hidden}
            onChange={({ target }) => choose({ hidden: target.checked ? "true" : "" })}
          />
        </div>
      }
      list={list}
      page={page}
      columns={columns(isPending ? variables._id : undefined, hide)}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState
          title={hidden ? t("No link is hidden") : t("No links yet")}
          icon={<Link2 aria-hidden />}
        >
          {t("What {models} add to their profiles appears here.", { models })}
        </EmptyState>
      }
    />
  );
}

function columns(
  pending: string | undefined,
  onHide: (link: WrittenLink) => void,
): Column<WrittenLink>[] {
  return [
    {
      id: "who",
      header: t("Of"),
      cell: ({ username }) => (
        <Link
          href={paths.room(username)}
          className="inline-flex min-h-11 items-center font-semibold hover:underline"
        >
          {username}
        </Link>
      ),
    },
    { id: "label", header: t("Text"), cell: ({ label }) => label },
    {
      id: "url",
      header: t("Address"),
      // Not a link: a tap must not lead staff to what they have yet to judge.
      cell: ({ url }) => (
        <span dir="ltr" className="block max-w-96 whitespace-normal [overflow-wrap:anywhere]">
          {url}
        </span>
      ),
    },
    {
      id: "state",
      header: t("State"),
      cell: ({ hidden }) => (
        <Badge tone={hidden ? "neutral" : "ok"}>{hidden ? t("Hidden") : t("Shown")}</Badge>
      ),
    },
    {
      id: "acts",
      header: "",
      cell: (link) => (
        <Button
          size="sm"
          variant="outline"
          pending={pending === link._id}
          aria-label={
            link.hidden
              ? t("Show {label} of {username}", { label: link.label, username: link.username })
              : t("Hide {label} of {username}", { label: link.label, username: link.username })
          }
          onClick={() => onHide(link)}
        >
          {link.hidden ? <Eye size={15} aria-hidden /> : <EyeOff size={15} aria-hidden />}
          {link.hidden ? t("Show") : t("Hide")}
        </Button>
      ),
    },
  ];
}
