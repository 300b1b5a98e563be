import { useQuery } from "@tanstack/react-query";
import { Plus, RefreshCw, SearchX, X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { formatTokens } from "@/lib/format";
import { formatDecimal } from "@/lib/money";
import { keywordOf } from "@/lib/search";
import { formatDateTime } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { Select } from "@/ui/Field";
import { Link } from "@/ui/Link";
import { ListPage } from "@/ui/ListPage";
import { SearchField } from "@/ui/SearchField";
import { EmptyState, LoadFailure } from "@/ui/States";
import { Switch } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { useFilters, useList } from "@/ui/useList";
import { gateways, type Intent, intents, useReconcile } from "./api";
import { EntryDialog } from "./EntryDialog";
import { PaymentsNav } from "./PaymentsNav";
import { Proposals } from "./Proposals";
import { t } from "./texts";
import { byHand, nameOf, options, statuses } from "./words";

/** Characters of a reference that the search takes: those of vendors are long. */
const maxReference = 200;

/** /admin/payments: every payment and entry, found by reference, account, gateway and state. */
export default function AdminPaymentsPage() {
  useTitle(t("Payments"));
  const [query, choose] = useFilters(paths.admin.payments);
  const { accountId = "", gateway = "", status = "" } = query;
  const q = keywordOf(query, maxReference);
  const unsettled = query.unsettled === "true";
  const [list, page] = useList(paths.admin.payments, (offset) =>
    intents({ q, accountId, gateway, status, unsettled, offset }),
  );
  const known = useQuery(gateways());
  const reconcile = useReconcile();
  const [entering, setEntering] = useState(false);

  function askGateways() {
    reconcile.mutate(undefined, {
      onSuccess: ({ asked, events, failed }) =>
        toast.success(
          t(
            "{asked, plural, one {# payment} other {# payments}} asked about, {answers, plural, one {# answer} other {# answers}} new, {failed} without an answer.",
            { asked, answers: events, failed },
          ),
        ),
      onError: (error) => toast.error(messageOf(error)),
    });
  }

  return (
    <ListPage
      title={t("Payments")}
      actions={
        <>
          <Button variant="outline" pending={reconcile.isPending} onClick={askGateways}>
            <RefreshCw size={17} aria-hidden />
            {t("Reconcile now")}
          </Button>
          <Button variant="brand" onClick={() => setEntering(true)}>
            <Plus size={18} aria-hidden />
            {t("Enter by hand")}
          </Button>
        </>
      }
      lead={t("Money that came in, and what became of it.")}
      above={
        <>
          <PaymentsNav here={gateway === "manual" ? "approvals" : "payments"} />
          <Proposals kinds={["outcome", "refund", "receivable"]} />
        </>
      }
      filters={
        <>
          <LoadFailure query={known} what={t("The list of gateways")} inset />
          <div className="grid gap-3 px-4 pt-4 pb-1 sm:grid-cols-[minmax(0,1fr)_180px_180px]">
            <SearchField
              q={q}
              placeholder={t("Id, reference, or the vendor's name of it")}
              maxLength={maxReference}
              onSearch={(words) => choose({ q: words })}
            />
            <Select
              label={t("Gateway")}
              placeholder={t("All")}
              options={(known.data?.data ?? []).map(({ _id, name }) => ({
                value: _id,
                label: name,
              }))}
              value={gateway}
              onChange={({ target }) => choose({ gateway: target.value })}
            />
            <Select
              label={t("State")}
              placeholder={t("Any")}
              options={options(statuses())}
              value={status}
              onChange={({ target }) => choose({ status: target.value })}
            />
          </div>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 pb-3">
            <Switch
              label={t("Only what an admin has to settle")}
              checked={unsettled}
              onChange={({ target }) => choose({ unsettled: target.checked ? "true" : "" })}
            />
            {accountId && (
              <Button variant="outline" size="sm" onClick={() => choose({ accountId: "" })}>
                <X size={15} aria-hidden />
                {t("Only {name}", { name: nameOf(accountId, list.data?.data) })}
              </Button>
            )}
          </div>
        </>
      }
      list={list}
      page={page}
      columns={columns((id) => choose({ accountId: id }))}
      rowKey={(row) => row._id}
      empty={<EmptyState title={t("No payment matches")} icon={<SearchX aria-hidden />} />}
    >
      {entering && <EntryDialog onClose={() => setEntering(false)} />}
    </ListPage>
  );
}

function columns(onAccount: (id: string) => void): Column<Intent>[] {
  return [
    {
      id: "date",
      header: t("Date"),
      cell: ({ _id, createdAt }) => (
        <Link href={paths.admin.payment(_id)} className="font-semibold hover:underline">
          {formatDateTime(createdAt)}
        </Link>
      ),
    },
    {
      id: "what",
      header: t("What"),
      cell: (row) => (row.kind === "purchase" ? row.package : byHand(row.kind)),
    },
    { id: "gateway", header: t("Gateway"), cell: ({ gateway }) => gateway },
    {
      id: "account",
      header: t("Account"),
      cell: ({ accountId, username }) => (
        <button
          type="button"
          title={accountId}
          className="min-h-9 rounded-xs font-medium text-brand-ink hover:underline"
          onClick={() => onAccount(accountId)}
        >
          {username}
        </button>
      ),
    },
    {
      id: "tokens",
      header: t("Tokens"),
      numeric: true,
      cell: ({ tokens, bonus }) => formatTokens(tokens + bonus),
    },
    {
      id: "amount",
      header: t("Amount"),
      numeric: true,
      cell: ({ price, priceText, currency }) =>
        price === 0 ? "–" : `${formatDecimal(priceText)} ${currency}`,
    },
    {
      id: "state",
      header: t("State"),
      cell: ({ status, kind }) =>
        kind !== "purchase" && status === "created" ? (
          <Badge tone="gold">{t("Waits for a second admin")}</Badge>
        ) : (
          <Badge tone={statuses()[status].tone}>{statuses()[status].label}</Badge>
        ),
    },
  ];
}
