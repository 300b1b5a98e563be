import { FileText, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { formatDate } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { IconButton, LinkButton } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { Link } from "@/ui/Link";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { type Post, posts, useRemovePost } from "./api";
import { RemoveDialog } from "./RemoveDialog";
import { t } from "./texts";

/** /admin/posts: the pages that the operator wrote. */
export default function PostsPage() {
  useTitle(t("Pages"));
  const [list, page] = useList(paths.admin.posts, (offset) => posts(offset));
  const remove = useRemovePost();
  const [removing, setRemoving] = useState<Post>();
  const add = (
    <LinkButton href={paths.admin.post("new")} variant="brand">
      <Plus size={18} aria-hidden />
      {t("Write a page")}
    </LinkButton>
  );
  return (
    <ListPage
      title={t("Pages")}
      actions={add}
      lead={t("Terms, privacy, help: link them in the footer under Settings.")}
      list={list}
      page={page}
      columns={columns(setRemoving)}
      rowKey={(row) => row._id}
      empty={
        <EmptyState title={t("No pages yet")} icon={<FileText aria-hidden />} action={add}>
          {t("A site usually has terms of use, a privacy notice and an imprint.")}
        </EmptyState>
      }
    >
      <RemoveDialog
        name={removing?.title}
        text={t("Links to it lead nowhere afterwards.")}
        pending={remove.isPending}
        onRemove={async () => removing && remove.mutateAsync(removing._id)}
        onClose={() => setRemoving(undefined)}
      />
    </ListPage>
  );
}

function columns(onRemove: (post: Post) => void): Column<Post>[] {
  return [
    {
      id: "title",
      header: t("Title"),
      cell: ({ _id, title }) => (
        <Link href={paths.admin.post(_id)} className="font-semibold hover:underline">
          {title}
        </Link>
      ),
    },
    {
      id: "address",
      header: t("Address"),
      cell: ({ slug }) => (
        <Link href={paths.page(slug)} className="text-fg2 hover:underline">
          {paths.page(slug)}
        </Link>
      ),
    },
    {
      id: "status",
      header: t("Status"),
      cell: ({ status }) => (
        <Badge tone={status === "published" ? "ok" : "neutral"}>
          {status === "published" ? t("Published") : t("Draft")}
        </Badge>
      ),
    },
    { id: "updated", header: t("Changed"), cell: ({ updatedAt }) => formatDate(updatedAt) },
    {
      id: "acts",
      header: "",
      numeric: true,
      cell: (post) => (
        <IconButton
          label={t("Remove {title}", { title: post.title })}
          onClick={() => onRemove(post)}
        >
          <Trash2 size={17} aria-hidden />
        </IconButton>
      ),
    },
  ];
}
