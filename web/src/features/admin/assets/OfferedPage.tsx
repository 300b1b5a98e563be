import { useQueryClient } from "@tanstack/react-query";
import { SearchX, Store } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { keywordOf } from "@/lib/search";
import { useTitle } from "@/settings/useTitle";
import { wordsOf } from "@/store/kinds";
import { stateOf } from "@/store/own";
import { Badge } from "@/ui/Badge";
import { Button, LinkButton } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { Select } from "@/ui/Field";
import { Link } from "@/ui/Link";
import { ListPage } from "@/ui/ListPage";
import { SearchField } from "@/ui/SearchField";
import { EmptyState } from "@/ui/States";
import { Checkbox } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { useSearch } from "@/ui/useAddress";
import { useFilters, useList } from "@/ui/useList";
import { RestoreDialog, TakeDownDialog } from "./TakeDownDialog";
import { kindOf, kinds, type Offered, offered } from "./takedown";
import { t } from "./texts";

type Asked = { asset: Offered; act: "takeDown" | "restore" };

/** /admin/assets: what is or was on sale, and taking it down. */
export default function OfferedPage() {
  useTitle(t("Content"));
  const [query] = useSearch(paths.admin.assets);
  const [asked, setAsked] = useState<Asked>();
  const filter = {
    q: keywordOf(query),
    type: kindOf(query.type),
    takenDown: query.takenDown === "true",
  };
  const [list, page] = useList(paths.admin.assets, (offset) => offered({ ...filter, offset }));
  const queries = useQueryClient();
  const isFiltered = filter.q !== "" || filter.type !== undefined || filter.takenDown;
  const close = () => setAsked(undefined);
  // Not before it was refused: a list that comes anew meanwhile is not what was decided about.
  const renew = () => {
    const found = queries.getQueryData(offered({ ...filter, offset: page.offset }).queryKey)?.data;
    const asset = found?.find(({ _id }) => _id === asked?.asset._id);
    if (asked && asset) setAsked({ ...asked, asset });
  };
  const done = (said: string) => {
    close();
    toast.success(said);
  };
  return (
    <ListPage
      title={t("Content")}
      lead={t(
        "What is or was on sale. Take down what must not be: it is gone at once, and can be put back.",
      )}
      actions={
        <LinkButton href={paths.admin.recordings()} variant="outline">
          {t("Recorded shows")}
        </LinkButton>
      }
      filters={<Filters {...filter} />}
      list={list}
      page={page}
      columns={columns(setAsked)}
      rowKey={({ _id }) => _id}
      empty={
        isFiltered ? (
          <EmptyState title={t("Nothing matches")} icon={<SearchX aria-hidden />} />
        ) : (
          <EmptyState title={t("Nothing was on sale yet")} icon={<Store aria-hidden />}>
            {t("What is approved for sale appears here.")}
          </EmptyState>
        )
      }
    >
      {asked?.act === "takeDown" && (
        <TakeDownDialog asset={asked.asset} onClose={close} onDone={done} onRefused={renew} />
      )}
      {asked?.act === "restore" && (
        <RestoreDialog asset={asked.asset} onClose={close} onDone={done} onRefused={renew} />
      )}
    </ListPage>
  );
}

type FiltersProps = { q: string; type: string | undefined; takenDown: boolean };

/** Narrows the list by words, kind and what is taken down, which the address holds. */
function Filters({ q, type, takenDown }: FiltersProps) {
  const [, choose] = useFilters(paths.admin.assets);
  return (
    <div className="grid items-end gap-3 px-4 pt-4 pb-3 lg:grid-cols-[minmax(0,1fr)_200px_auto]">
      <SearchField
        q={q}
        verb={t("Find")}
        placeholder={t("Title, tag or username")}
        onSearch={(words) => choose({ q: words })}
      />
      <Select
        label={t("Kind")}
        placeholder={t("All")}
        options={kinds()}
        value={type ?? ""}
        onChange={({ target }) => choose({ type: target.value })}
      />
      <Checkbox
        label={t("Only taken down")}
        checked={takenDown}
        onChange={({ target }) => choose({ takenDown: target.checked ? "true" : "" })}
      />
    </div>
  );
}

function badgeOf(asset: Offered) {
  const { label, tone } = stateOf(asset);
  return <Badge tone={tone}>{asset.accessEndedAt ? t("Down, buyers too") : label}</Badge>;
}

function columns(onAsk: (asked: Asked) => void): Column<Offered>[] {
  return [
    {
      id: "title",
      header: t("Title"),
      cell: (asset) => <Titled {...asset} />,
    },
    { id: "kind", header: t("Kind"), cell: ({ type }) => <KindName type={type} /> },
    {
      id: "who",
      header: t("Of"),
      cell: ({ performer: { _id, username } }) => (
        <Link
          href={paths.admin.statement(_id)}
          className="inline-flex min-h-11 items-center font-semibold hover:underline"
        >
          {username}
        </Link>
      ),
    },
    {
      id: "buyers",
      header: t("Buyers"),
      numeric: true,
      cell: ({ buyers, paid }) =>
        buyers === 0
          ? "0"
          : t("{buyers}, {paid, plural, one {# token} other {# tokens}}", { buyers, paid }),
    },
    {
      id: "state",
      header: t("State"),
      cell: badgeOf,
    },
    {
      id: "acts",
      header: "",
      cell: (asset) => (
        <span className="flex flex-wrap justify-end gap-2">
          {asset.isTakenDown && (
            <Button
              size="sm"
              variant="outline"
              aria-label={t("Put back {title}", { title: asset.title })}
              onClick={() => onAsk({ asset, act: "restore" })}
            >
              {t("Put back")}
            </Button>
          )}
          <Button
            size="sm"
            variant="outline"
            aria-label={
              asset.isTakenDown
                ? t("Buyers of {title}", { title: asset.title })
                : t("Take down {title}", { title: asset.title })
            }
            onClick={() => onAsk({ asset, act: "takeDown" })}
          >
            {asset.isTakenDown ? t("Buyers") : t("Take down")}
          </Button>
        </span>
      ),
    },
  ];
}

/** What it is called, which leads to its page while it has one, with the blur of its cover. */
function Titled({ _id, type, title, cover, reason, status, isTakenDown }: Offered) {
  return (
    <span className="flex max-w-80 items-center gap-3 whitespace-normal">
      {cover && (
        <img
          src={cover.blurred}
          alt=""
          loading="lazy"
          className="size-11 shrink-0 rounded-sm bg-s2 object-cover"
        />
      )}
      <span className="grid [overflow-wrap:anywhere]">
        {status === "active" ? (
          <Link href={paths.item(type, _id)} className="font-semibold hover:underline">
            {title}
          </Link>
        ) : (
          <span className="font-semibold">{title}</span>
        )}
        {isTakenDown && <span className="text-caption text-fg2">{reason}</span>}
      </span>
    </span>
  );
}

function KindName({ type }: Pick<Offered, "type">) {
  return <span className="inline-block first-letter:uppercase">{wordsOf()[type].one}</span>;
}
