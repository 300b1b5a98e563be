import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Coins, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { formatTokens } from "@/lib/format";
import { formatDecimal } from "@/lib/money";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { Button, IconButton, LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { type Column, DataTable } from "@/ui/DataTable";
import { EmptyState } from "@/ui/States";
import { Switch } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import {
  type AdminPackage,
  allPackages,
  type PackageDraft,
  useRemovePackage,
  useSavePackage,
} from "./api";
import { PackageDialog, waits } from "./PackageDialog";
import { Proposals } from "./Proposals";
import { t } from "./texts";

/** /admin/token-packages: what members can buy, in its order. */
export default function PackagesPage() {
  useTitle(t("Token packages"));
  const list = useQuery(allPackages());
  const save = useSavePackage();
  const remove = useRemovePackage();
  const [editing, setEditing] = useState<AdminPackage | "new">();
  const [removing, setRemoving] = useState<AdminPackage>();
  const rows = list.data?.data;

  async function change(one: AdminPackage, changes: Partial<PackageDraft>) {
    try {
      const saved = await save.mutateAsync({ ...draftOf(one), ...changes, id: one._id });
      if (saved.waits) toast.info(waits(one.name));
    } catch (error) {
      toast.error(messageOf(error));
    }
  }

  /** Changes places with the neighbour. Both get the number of their place, so that equal ones part. */
  async function move(one: AdminPackage, by: -1 | 1) {
    const all = rows ?? [];
    const at = all.indexOf(one);
    const other = all[at + by];
    if (other === undefined) return;
    await change(one, { ordering: at + by + 1 });
    await change(other, { ordering: at + 1 });
  }

  return (
    <>
      <PageHeader
        title={t("Token packages")}
        actions={
          <Button variant="brand" onClick={() => setEditing("new")}>
            <Plus size={18} aria-hidden />
            {t("Add a package")}
          </Button>
        }
      >
        {t("What members buy. A payment under way keeps its copy, whatever is changed here.")}
      </PageHeader>
      <Proposals kinds={["package"]} />
      <Card flush>
        <DataTable
          label={t("Token packages")}
          columns={columns({
            last: (rows?.length ?? 0) - 1,
            indexOf: (one) => rows?.indexOf(one) ?? 0,
            isBusy: save.isPending,
            onMove: move,
            onActive: (one, isActive) => change(one, { isActive }),
            onEdit: setEditing,
            onRemove: setRemoving,
          })}
          rows={rows}
          rowKey={(row) => row._id}
          error={list.error}
          onRetry={list.refetch}
          empty={
            <EmptyState
              title={t("Nothing is on sale")}
              icon={<Coins aria-hidden />}
              action={
                <LinkButton href={paths.admin.gateways()} variant="outline">
                  {t("Set up a gateway first")}
                </LinkButton>
              }
            >
              {t("Members see packages here as soon as one is active and a gateway can carry it.")}
            </EmptyState>
          }
        />
      </Card>
      {editing && (
        <PackageDialog
          known={editing === "new" ? undefined : editing}
          position={rows?.length ?? 0}
          onClose={() => setEditing(undefined)}
        />
      )}
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t("Remove {name}?", { name: removing?.name ?? "" })}
        description={t("Nobody can buy it any more. Payments that were begun are not touched.")}
        verb={t("Remove")}
        onConfirm={async () => removing && remove.mutateAsync(removing._id)}
      />
    </>
  );
}

function draftOf(one: AdminPackage): PackageDraft {
  const { name, price, currency, tokens, bonus, ordering, isActive } = one;
  return { name, price, currency, tokens, bonus, ordering, isActive };
}

type Acts = {
  last: number;
  indexOf: (one: AdminPackage) => number;
  isBusy: boolean;
  onMove: (one: AdminPackage, by: -1 | 1) => void;
  onActive: (one: AdminPackage, isActive: boolean) => void;
  onEdit: (one: AdminPackage) => void;
  onRemove: (one: AdminPackage) => void;
};

function columns(acts: Acts): Column<AdminPackage>[] {
  return [
    { id: "name", header: t("Name"), cell: ({ name }) => <strong>{name}</strong> },
    {
      id: "price",
      header: t("Price"),
      numeric: true,
      cell: ({ priceText, currency }) => `${formatDecimal(priceText)} ${currency}`,
    },
    {
      id: "tokens",
      header: t("Tokens"),
      numeric: true,
      cell: ({ tokens }) => formatTokens(tokens),
    },
    { id: "bonus", header: t("Bonus"), numeric: true, cell: ({ bonus }) => formatTokens(bonus) },
    {
      id: "carriers",
      header: t("Paid with"),
      cell: ({ carriers }) => (
        <span className="inline-flex flex-wrap gap-1.5">
          {carriers.length === 0 && "–"}
          {carriers.map(({ _id, why }) => (
            <span key={_id} title={why}>
              <Badge tone={why ? "danger" : "neutral"}>
                {why ? t("{id}: cannot", { id: _id }) : _id}
              </Badge>
            </span>
          ))}
        </span>
      ),
    },
    {
      id: "active",
      header: t("On sale"),
      cell: (one) => (
        <Switch
          label={<span className="sr-only">{t("{name} is on sale", { name: one.name })}</span>}
          checked={one.isActive}
          disabled={acts.isBusy}
          onChange={({ target }) => acts.onActive(one, target.checked)}
        />
      ),
    },
    {
      id: "acts",
      header: "",
      numeric: true,
      cell: (one) => (
        <span className="inline-flex">
          <IconButton
            label={t("Move {name} up", { name: one.name })}
            disabled={acts.isBusy || acts.indexOf(one) === 0}
            onClick={() => acts.onMove(one, -1)}
          >
            <ArrowUp size={17} aria-hidden />
          </IconButton>
          <IconButton
            label={t("Move {name} down", { name: one.name })}
            disabled={acts.isBusy || acts.indexOf(one) === acts.last}
            onClick={() => acts.onMove(one, 1)}
          >
            <ArrowDown size={17} aria-hidden />
          </IconButton>
          <IconButton
            label={t("Change {name}", { name: one.name })}
            onClick={() => acts.onEdit(one)}
          >
            <Pencil size={17} aria-hidden />
          </IconButton>
          <IconButton
            label={t("Remove {name}", { name: one.name })}
            onClick={() => acts.onRemove(one)}
          >
            <Trash2 size={17} aria-hidden />
          </IconButton>
        </span>
      ),
    },
  ];
}
