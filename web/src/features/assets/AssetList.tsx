import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { paths } from "@/app/paths";
import { keywordOf } from "@/lib/search";
import { useTitle } from "@/settings/useTitle";
import type { OwnAsset } from "@/store/own";
import { Button } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { isBeyond, Pagination } from "@/ui/Pagination";
import { Skeleton } from "@/ui/Skeleton";
import { Checkbox } from "@/ui/Toggle";
import { useGo, useSearch } from "@/ui/useAddress";
import { useList } from "@/ui/useList";
import { AssetRow } from "./AssetRow";
import { assets } from "./api";
import { BulkBar } from "./BulkBar";
import { BulkOutcome, type Outcome } from "./BulkOutcome";
import { Filters } from "./Filters";
import { countOfKind, type Kind, kinds, newName } from "./kinds";
import { NoAssets } from "./NoAssets";
import { t } from "./texts";
import { filters, sortings } from "./words";

export type CreateDialogProps = { onClose: () => void; onCreated: (id: string) => void };

type AssetListProps = {
  kind: Kind;
  /** Asks for what a new one begins with. */
  dialog: (props: CreateDialogProps) => ReactNode;
  /** Above the list, where nothing more than the limit may be begun. */
  children?: (isFull: boolean) => ReactNode;
};

/** My assets of a kind by state, with what they sold. */
export function AssetList({ kind, dialog, children }: AssetListProps) {
  const { title, about, most, page } = kinds[kind];
  useTitle(title);
  const [query] = useSearch(paths.performer.products);
  const go = useGo();
  const status = filters().find((one) => one.status === query.status)?.status || undefined;
  const sortBy = sortings().find(({ value }) => value === query.sortBy)?.value || undefined;
  const q = keywordOf(query);
  const [list, place] = useList(paths.performer.products, (offset) =>
    assets(kind, { status, q, sortBy, offset }),
  );
  const [creating, setCreating] = useState(false);
  const isFiltered = status !== undefined || q !== "";
  const isFull = !isFiltered && (list.data?.total ?? 0) >= most;

  return (
    <>
      <PageHeader
        title={title}
        actions={
          <Button variant="brand" disabled={isFull} onClick={() => setCreating(true)}>
            <Plus size={18} aria-hidden />
            {newName(kind)}
          </Button>
        }
      >
        {isFull
          ? t(
              "You have {most} {kind, select, gallery {galleries} video {videos} other {products}}, which is the limit. Delete one to begin another.",
              { most, kind },
            )
          : about}
      </PageHeader>
      {children?.(isFull)}
      <Filters kind={kind} status={status} />
      <Loaded query={list} waiting={<Waiting kind={kind} />}>
        {(page) => (
          <>
            {isBeyond(page) && <Waiting kind={kind} />}
            {page.data.length > 0 && (
              <Rows key={place.offset} kind={kind} rows={page.data} total={page.total} />
            )}
            {page.total === 0 && (
              <Card>
                <NoAssets kind={kind} isFiltered={isFiltered} onCreate={() => setCreating(true)} />
              </Card>
            )}
            <Pagination list={list} {...place} />
          </>
        )}
      </Loaded>
      {creating && dialog({ onClose: () => setCreating(false), onCreated: (id) => go(page(id)) })}
    </>
  );
}

type RowsProps = { kind: Kind; rows: readonly OwnAsset[]; total: number };

/** A page of assets, of which several may be chosen to do one thing with. */
function Rows({ kind, rows, total }: RowsProps) {
  const { title } = kinds[kind];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [outcome, setOutcome] = useState<Outcome>();
  const free = rows.filter(({ isTakenDown }) => !isTakenDown); // nothing can be done with the others
  const selected = free.filter(({ _id }) => chosen.has(_id));
  const isAll = free.length > 0 && selected.length === free.length;

  function choose(id: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  }

  return (
    <>
      {outcome && (
        <BulkOutcome kind={kind} outcome={outcome} onDismiss={() => setOutcome(undefined)} />
      )}
      <Card flush>
        <div className="flex items-center justify-between gap-4 border-b border-line px-4 pb-2 lg:px-5">
          <Checkbox
            label={
              selected.length > 0
                ? t("{count} chosen", { count: selected.length })
                : t("Choose all")
            }
            checked={isAll}
            disabled={free.length === 0}
            onChange={() => setChosen(new Set(isAll ? [] : free.map(({ _id }) => _id)))}
          />
          <p className="tnum text-caption text-fg3">{countOfKind(kind, total)}</p>
        </div>
        <ul aria-label={title}>
          {rows.map((row) => (
            <AssetRow
              key={row._id}
              asset={row}
              isChosen={chosen.has(row._id)}
              onChoose={(isChosen) => choose(row._id, isChosen)}
            />
          ))}
        </ul>
      </Card>
      {selected.length > 0 && (
        <BulkBar
          kind={kind}
          chosen={selected}
          onClear={() => setChosen(new Set())}
          onDone={(result) => {
            setOutcome(result);
            setChosen(new Set(result.refused.map(({ asset }) => asset._id)));
          }}
        />
      )}
    </>
  );
}

function Waiting({ kind }: { kind: Kind }) {
  const shape = kind === "video" ? "aspect-video w-28" : "aspect-[4/5] w-16";
  return (
    <Card flush>
      <div className="grid gap-3 p-4">
        {["a", "b", "c", "d"].map((key) => (
          <div key={key} className="flex items-center gap-4">
            <Skeleton className={`${shape} rounded-md`} />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-4 w-1/3" />
            </div>
          </div>
        ))}
      </div>
    </Card>
  );
}
