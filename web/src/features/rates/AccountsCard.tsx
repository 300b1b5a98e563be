import { Percent } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format";
import { keywordOf } from "@/lib/search";
import { incomes } from "@/money/kinds";
import { useLabels } from "@/settings/api";
import { Avatar } from "@/ui/Avatar";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import type { Column } from "@/ui/DataTable";
import { Select } from "@/ui/Field";
import { ListTable } from "@/ui/ListTable";
import { SearchField } from "@/ui/SearchField";
import { EmptyState } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { useFilters, useList } from "@/ui/useList";
import { type Rated, ratedAccounts } from "./api";
import { OverrideDialog } from "./OverrideDialog";
import { t } from "./texts";

/** Who has rates of her own, and a search for who shall have some. */
export function AccountsCard() {
  const { model } = useLabels();
  const [query, setQuery] = useSearch(paths.admin.commissions);
  const q = keywordOf(query);
  const role = query.role === "studio" ? "studio" : "performer";
  const [list, page] = useList(paths.admin.commissions, (offset) => ratedAccounts(q, role, offset));
  const [changed, setChanged] = useState<Rated>();
  return (
    <Card flush title={q ? t("Found") : t("Rates of their own")}>
      <Search q={q} role={role} model={model} />
      <ListTable
        list={list}
        page={page}
        label={t("Rates of their own")}
        columns={columns(setChanged, (id) => setQuery({ tab: "history", account: id }))}
        rowKey={({ account }) => account._id}
        empty={
          q ? (
            <EmptyState title={t("Nobody matches")}>
              {t("Try other words or another role.")}
            </EmptyState>
          ) : (
            <EmptyState title={t("The defaults hold for everybody")} icon={<Percent aria-hidden />}>
              {t("Find a {model} or a studio above to give it rates of its own.", {
                model: model.toLowerCase(),
              })}
            </EmptyState>
          )
        }
      />
      {changed && (
        <OverrideDialog
          key={changed.account._id}
          rated={changed}
          onClose={() => setChanged(undefined)}
        />
      )}
    </Card>
  );
}

type SearchProps = { q: string; role: "performer" | "studio"; model: string };

function Search({ q, role, model }: SearchProps) {
  const [, choose] = useFilters(paths.admin.commissions);
  return (
    <div className="grid items-end gap-3 px-4 pb-3 sm:grid-cols-[minmax(0,1fr)_180px] lg:px-5">
      <SearchField
        q={q}
        label={t("Username, name or email")}
        verb={t("Find")}
        onSearch={(words) => choose({ q: words })}
      />
      <Select
        label={t("Role")}
        options={[
          { value: "performer", label: model },
          { value: "studio", label: t("Studio") },
        ]}
        value={role}
        onChange={(event) => choose({ role: event.target.value })}
      />
    </div>
  );
}

function columns(onChange: (row: Rated) => void, onHistory: (id: string) => void): Column<Rated>[] {
  return [
    {
      id: "who",
      header: t("Account"),
      cell: ({ account }) => (
        <span className="flex items-center gap-3">
          <Avatar src={account.avatar} size={36} />
          <span className="min-w-0 text-start">
            <span className="block font-semibold">{account.username}</span>
            {account.role === "studio" && <Badge tone="sky">{t("Studio")}</Badge>}
          </span>
        </span>
      ),
    },
    ...incomes.map(
      ({ id, many }): Column<Rated> => ({
        id,
        header: many,
        numeric: true,
        cell: ({ account, rates }) => {
          const rate = rates.find(({ kind }) => kind === id);
          if (rate === undefined) return "–";
          const isOwn = rate.from === account.role;
          return (
            <span className={isOwn ? "font-bold" : "text-fg3"}>
              {formatNumber(rate.site)} %
              {!isOwn && (
                <span className="block text-caption">
                  {t("{from, select, default {default} studio {studio} other {performer}}", {
                    from: rate.from,
                  })}
                </span>
              )}
            </span>
          );
        },
      }),
    ),
    {
      id: "actions",
      header: "",
      numeric: true,
      cell: (row) => (
        <span className="inline-flex gap-2">
          <Button
            size="sm"
            variant="ghost"
            aria-label={t("History of {username}", { username: row.account.username })}
            onClick={() => onHistory(row.account._id)}
          >
            {t("History")}
          </Button>
          <Button
            size="sm"
            variant="outline"
            aria-label={t("Change the rates of {username}", { username: row.account.username })}
            onClick={() => onChange(row)}
          >
            {t("Change")}
          </Button>
        </span>
      ),
    },
  ];
}
