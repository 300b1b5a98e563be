import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Tags, Trash2 } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { useTitle } from "@/settings/useTitle";
import { Button, IconButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Link } from "@/ui/Link";
import { EmptyState } from "@/ui/States";
import { type Category, useRemoveCategory, writtenCategories } from "./api";
import { CategoryDialog } from "./CategoryDialog";
import { RemoveDialog } from "./RemoveDialog";
import { t } from "./texts";

/** /admin/categories: the headings of the shop window, in their order. */
export default function CategoriesPage() {
  useTitle(t("Categories"));
  const all = useQuery(writtenCategories());
  const remove = useRemoveCategory();
  const [editing, setEditing] = useState<Category | "new">();
  const [removing, setRemoving] = useState<Category>();
  const rows = all.data?.map((category, index) => ({ ...category, position: index + 1 }));
  return (
    <div className="max-w-[860px]">
      <PageHeader
        title={t("Categories")}
        actions={
          <Button variant="brand" onClick={() => setEditing("new")}>
            <Plus size={18} aria-hidden />
            {t("Add a category")}
          </Button>
        }
      >
        {t("What the menu and the search offer.")}
      </PageHeader>
      <Card flush>
        <DataTable
          label={t("Categories")}
          columns={columns(setEditing, setRemoving)}
          rows={rows}
          rowKey={(row) => row._id}
          error={all.error}
          onRetry={all.refetch}
          empty={<EmptyState title={t("No categories yet")} icon={<Tags aria-hidden />} />}
        />
      </Card>
      {editing && (
        <CategoryDialog
          category={editing === "new" ? undefined : editing}
          position={
            editing === "new"
              ? (rows?.length ?? 0) + 1
              : (rows?.find(({ _id }) => _id === editing._id)?.position ?? 1)
          }
          onClose={() => setEditing(undefined)}
        />
      )}
      <RemoveDialog
        name={removing?.name}
        text={t("Those who are in it lose this heading, nothing else.")}
        pending={remove.isPending}
        onRemove={async () => removing && remove.mutateAsync(removing)}
        onClose={() => setRemoving(undefined)}
      />
    </div>
  );
}

function columns(
  onEdit: (category: Category) => void,
  onRemove: (category: Category) => void,
): Column<Category & { position: number }>[] {
  return [
    { id: "position", header: "#", cell: ({ position }) => position },
    { id: "name", header: t("Name"), cell: ({ name }) => <strong>{name}</strong> },
    {
      id: "slug",
      header: t("Address"),
      cell: ({ slug }) => (
        <Link href={paths.category(slug)} className="text-fg2 hover:underline">
          /category/{slug}
        </Link>
      ),
    },
    {
      id: "acts",
      header: "",
      numeric: true,
      cell: (category) => (
        <span className="inline-flex">
          <IconButton
            label={t("Change {name}", { name: category.name })}
            onClick={() => onEdit(category)}
          >
            <Pencil size={17} aria-hidden />
          </IconButton>
          <IconButton
            label={t("Remove {name}", { name: category.name })}
            onClick={() => onRemove(category)}
          >
            <Trash2 size={17} aria-hidden />
          </IconButton>
        </span>
      ),
    },
  ];
}
