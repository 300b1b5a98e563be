import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { type FormEvent, useState } from "react";
import { paths } from "@/app/paths";
import { type Days, rangeOf } from "@/lib/range";
import { keywordOf } from "@/lib/search";
import { kindOptions } from "@/money/kinds";
import { useTitle } from "@/settings/useTitle";
import { Button } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { Select, TextField } from "@/ui/Field";
import { RangeFields } from "@/ui/RangeFields";
import { EmptyState } from "@/ui/States";
import { useGo, useSearch } from "@/ui/useAddress";
import { transfers, transfersFile } from "./api";
import { CsvLink } from "./CsvLink";
import { FinanceNav } from "./FinanceNav";
import { Pages } from "./Pages";
import { TransferTable } from "./TransferTable";
import { t } from "./texts";

/** /admin/finance/transfers: every transfer of tokens, found by whatever is known of it. */
export default function TransfersPage() {
  useTitle(t("Transfers"));
  const [query, setQuery] = useSearch(paths.admin.transfers);
  const go = useGo();
  const { from, to, before = "" } = query;
  const words = wordsOf(query);
  const search = { ...words, before, range: rangeOf({ from, to }) };
  const list = useQuery(transfers(search));
  const key = new URLSearchParams({ ...words, from: from ?? "", to: to ?? "" }).toString();

  return (
    <>
      <PageHeader
        title={t("Transfers")}
        actions={
          list.data?.data.length ? (
            <CsvLink href={transfersFile(search)} label={t("CSV of the transfers found")} />
          ) : null
        }
      >
        {t("Every movement of tokens. Looking for a person’s goes into the audit log.")}
      </PageHeader>
      <FinanceNav here="transfers" />
      <Card flush>
        <SearchForm
          key={key}
          words={{ ...words, from, to }}
          onSearch={(found) => go(paths.admin.transfers(found))}
        />
        <TransferTable
          rows={list.data?.data}
          error={list.error}
          onRetry={list.refetch}
          empty={
            <EmptyState
              title={before ? t("There are no older ones") : t("No transfer matches")}
              icon={<SearchX aria-hidden />}
            >
              {t("Try less: an id may be cut short, and a person is found by username or id.")}
            </EmptyState>
          }
        />
        <Pages
          onMove={(begin) => setQuery({ before: begin }, { replace: false })}
          isFirst={!before}
          next={list.data?.next}
          first={t("Newest")}
          more={t("Older")}
        />
      </Card>
    </>
  );
}

/** Characters of an id, a key or a reference that the search takes. */
const maxId = 200;

type Words = {
  q: string;
  person: string;
  account: string;
  kind: string;
  least: string;
  most: string;
};

function wordsOf(query: Partial<Words>): Words {
  const { person = "", account = "", kind = "", least = "", most = "" } = query;
  return { q: keywordOf(query, maxId), person, account, kind, least, most };
}

type SearchFormProps = { words: Words & Days; onSearch: (words: Words & Days) => void };

function SearchForm({ words, onSearch }: SearchFormProps) {
  const [now, setNow] = useState(words);
  const set = (changes: Partial<Words & Days>) => setNow({ ...now, ...changes });
  function search(event: FormEvent) {
    event.preventDefault();
    onSearch(now);
  }
  return (
    <form onSubmit={search} aria-label={t("Find transfers")} className="grid gap-3 px-4 pt-4 pb-4">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <TextField
          label={t("Id, key or reference")}
          type="search"
          placeholder={t("Its beginning is enough")}
          maxLength={maxId}
          value={now.q}
          onChange={({ target }) => set({ q: target.value })}
        />
        <TextField
          label={t("Person")}
          placeholder={t("Username or id")}
          autoCapitalize="none"
          value={now.person}
          onChange={({ target }) => set({ person: target.value })}
        />
        <TextField
          label={t("Account")}
          placeholder={t("such as site:revenue")}
          autoCapitalize="none"
          value={now.account}
          onChange={({ target }) => set({ account: target.value })}
        />
        <Select
          label={t("Kind")}
          placeholder={t("All kinds")}
          options={kindOptions()}
          value={now.kind}
          onChange={({ target }) => set({ kind: target.value })}
        />
      </div>
      <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[1fr_1fr_1fr_1fr_auto]">
        <RangeFields from={now.from} to={now.to} onChange={set} />
        <TextField
          label={t("Tokens, at least")}
          inputMode="decimal"
          value={now.least}
          onChange={({ target }) => set({ least: target.value })}
        />
        <TextField
          label={t("At most")}
          inputMode="decimal"
          value={now.most}
          onChange={({ target }) => set({ most: target.value })}
        />
        <Button type="submit" variant="brand" className="max-lg:col-span-2">
          {t("Find")}
        </Button>
      </div>
    </form>
  );
}
