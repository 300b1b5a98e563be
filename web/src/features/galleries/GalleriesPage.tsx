import { useQuery } from "@tanstack/react-query";
import { Images, Plus, Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { paths } from "@/app/paths";
import { countOf } from "@/lib/format";
import { useTitle } from "@/settings/useTitle";
import type { GalleryStatus, OwnGallery } from "@/store/galleries";
import { Button } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { Chip } from "@/ui/Chip";
import { Select, TextField } from "@/ui/Field";
import { Loaded } from "@/ui/Loaded";
import { Pagination } from "@/ui/Pagination";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { Checkbox } from "@/ui/Toggle";
import { useAddress } from "@/ui/useAddress";
import { useSettled } from "@/ui/useSettled";
import { galleries, pageSize } from "./api";
import { BulkBar } from "./BulkBar";
import { BulkOutcome, type Outcome } from "./BulkOutcome";
import { CreateDialog } from "./CreateDialog";
import { GalleryRow } from "./GalleryRow";
import { bounds, filters, sortings } from "./words";

/** /account/performer/galleries: my galleries by state, with what they sold. */
export default function GalleriesPage() {
  useTitle("Galleries");
  const { query, setQuery, go } = useAddress();
  const status = filters.find((one) => one.status === query.status)?.status || undefined;
  const sortBy = sortings.find(({ value }) => value === query.sortBy)?.value || undefined;
  const offset = Number(query.offset) || 0;
  const q = query.q ?? "";
  const list = useQuery(galleries({ status, q, sortBy, offset }));
  const [creating, setCreating] = useState(false);
  const isFiltered = status !== undefined || q !== "";
  const isFull = !isFiltered && (list.data?.total ?? 0) >= bounds.galleries;

  // The last of a page may have been deleted.
  const isBeyond = offset > 0 && list.data?.data.length === 0;
  useEffect(() => {
    if (isBeyond) setQuery({ offset: "" });
  });

  return (
    <>
      <PageHeader
        title="Galleries"
        actions={
          <Button variant="brand" disabled={isFull} onClick={() => setCreating(true)}>
            <Plus size={18} aria-hidden />
            New gallery
          </Button>
        }
      >
        {isFull
          ? `You have ${bounds.galleries} galleries, which is the limit. Delete one to begin another.`
          : "Sets of photos that members buy once and keep."}
      </PageHeader>
      <Filters status={status} />
      <Loaded query={list} waiting={<Waiting />}>
        {({ data, total }) =>
          data.length === 0 ? (
            <Card>
              <Empty isFiltered={isFiltered} onCreate={() => setCreating(true)} />
            </Card>
          ) : (
            <>
              <Rows key={offset} rows={data} total={total} />
              <Pagination
                total={total}
                offset={offset}
                limit={pageSize}
                onMove={(next) => setQuery({ offset: next || "" })}
              />
            </>
          )
        }
      </Loaded>
      {creating && (
        <CreateDialog
          onClose={() => setCreating(false)}
          onCreated={(id) => go(paths.performer.gallery(id))}
        />
      )}
    </>
  );
}

/** State, words and order; they are part of the address. */
function Filters({ status }: { status: GalleryStatus | undefined }) {
  const { query, setQuery } = useAddress();
  const [typed, setTyped] = useState(query.q ?? "");
  const settled = useSettled(typed.trim());
  const asked = query.q ?? "";
  const search = useEffectEvent((words: string) => {
    if (words !== asked) setQuery({ q: words, offset: "" });
  });
  useEffect(() => search(settled), [settled]);
  // The address may lose its words elsewhere, such as by a link to all galleries.
  const [known, setKnown] = useState(asked);
  if (asked !== known) {
    setKnown(asked);
    if (asked !== settled) setTyped(asked);
  }

  return (
    <div className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-3">
      <fieldset className="noscroll -mx-4 min-w-0 flex gap-2 overflow-x-auto px-4 lg:mx-0 lg:px-0">
        <legend className="sr-only">Which galleries</legend>
        {filters.map((filter) => (
          <Chip
            key={filter.label}
            selected={filter.status === (status ?? "")}
            onClick={() => setQuery({ status: filter.status, offset: "" })}
          >
            {filter.label}
          </Chip>
        ))}
      </fieldset>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 sm:max-w-xl">
        <TextField
          label="Search my galleries"
          hideLabel
          type="search"
          placeholder="Title or tag"
          maxLength={100}
          value={typed}
          trailing={
            <span className="grid w-12 place-items-center text-fg3">
              <Search size={18} aria-hidden />
            </span>
          }
          onChange={({ target }) => setTyped(target.value)}
        />
        <Select
          label="Order"
          hideLabel
          options={sortings}
          value={query.sortBy ?? ""}
          onChange={({ target }) => setQuery({ sortBy: target.value, offset: "" })}
        />
      </div>
    </div>
  );
}

/** A page of galleries, of which several may be chosen to do one thing with. */
function Rows({ rows, total }: { rows: readonly OwnGallery[]; total: number }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [outcome, setOutcome] = useState<Outcome>();
  const selected = rows.filter(({ _id }) => chosen.has(_id));
  const isAll = selected.length === rows.length;

  function choose(id: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  }

  return (
    <>
      {outcome && <BulkOutcome outcome={outcome} onDismiss={() => setOutcome(undefined)} />}
      <Card flush>
        <div className="flex items-center justify-between gap-4 border-b border-line px-4 pb-2 lg:px-5">
          <Checkbox
            label={selected.length > 0 ? `${selected.length} chosen` : "Choose all"}
            checked={isAll}
            onChange={() => setChosen(new Set(isAll ? [] : rows.map(({ _id }) => _id)))}
          />
          <p className="tnum text-caption text-fg3">{countOf(total, "gallery", "galleries")}</p>
        </div>
        <ul aria-label="Galleries">
          {rows.map((row) => (
            <GalleryRow
              key={row._id}
              gallery={row}
              isChosen={chosen.has(row._id)}
              onChoose={(isChosen) => choose(row._id, isChosen)}
            />
          ))}
        </ul>
      </Card>
      {selected.length > 0 && (
        <BulkBar
          chosen={selected}
          onClear={() => setChosen(new Set())}
          onDone={(result) => {
            setOutcome(result);
            setChosen(new Set(result.refused.map(({ gallery }) => gallery._id)));
          }}
        />
      )}
    </>
  );
}

type EmptyProps = { isFiltered: boolean; onCreate: () => void };

function Empty({ isFiltered, onCreate }: EmptyProps) {
  const { go } = useAddress();
  if (isFiltered) {
    return (
      <EmptyState
        title="No gallery matches"
        icon={<Search aria-hidden />}
        action={
          <Button variant="outline" onClick={() => go(paths.performer.galleries())}>
            Show all
          </Button>
        }
      >
        Try another state or other words.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No galleries yet"
      icon={<Images aria-hidden />}
      action={
        <Button variant="brand" onClick={onCreate}>
          <Plus size={18} aria-hidden />
          Create your first gallery
        </Button>
      }
    >
      Fill a gallery with photos, name its price, and submit it. Once approved, members buy it with
      tokens, also while you are offline.
    </EmptyState>
  );
}

function Waiting() {
  return (
    <Card flush>
      <div className="grid gap-3 p-4">
        {["a", "b", "c", "d"].map((key) => (
          <div key={key} className="flex items-center gap-4">
            <Skeleton className="aspect-[4/5] w-16 rounded-md" />
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
