import { queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";
import type { Range } from "@/lib/range";

export type Income = Schemas["FinanceIncomeView"];
export type KindIncome = Schemas["FinanceKindView"];
export type Balances = Schemas["FinanceBalancesView"];
export type ClassLine = Schemas["FinanceClassView"];
export type Debt = Schemas["FinanceDebtView"];
export type Transfer = Schemas["FinanceTransferView"];
export type TransferFile = Schemas["FinanceFileView"];
export type Place = Schemas["FinancePlaceView"];
export type Statement = Schemas["FinanceStatementView"];
export type StatementLine = Schemas["FinanceStatementLine"];
export type OwnAccount = Schemas["FinanceOwnView"];
export type OwnClass = "wallet" | "earn" | "receivable";

export const linesAtOnce = 50;

/** What the site earned, by kind. */
export const income = (range: Range) =>
  pageQuery(["finance", "income", range], "/admin/finance/income", { query: range });

/** The trial balance of a time, and what the site owes at its end. */
export const balances = (range: Range) =>
  pageQuery(["finance", "balances", range], "/admin/finance/balances", { query: range });

/** Who owes the site tokens at the end of a time. */
export function debts({ toDate }: Range) {
  const query = toDate === undefined ? {} : { toDate };
  return pageQuery(["finance", "receivables", query], "/admin/finance/receivables", { query });
}

/** What transfers are looked for; what is empty does not choose. */
export type Search = {
  q: string;
  person: string;
  account: string;
  kind: string;
  least: string;
  most: string;
  range: Range;
  /** The last transfer of the page before. */
  before: string;
};

// Looks at people are on record, so nothing asks again by itself.
const onRecord = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const;

export function transfers({ range, ...words }: Search) {
  const given = givenOf(words);
  return apiQuery(
    ["finance", "transfers", range, given],
    "/admin/finance/transfers",
    { query: { ...range, ...given, limit: pageSize } },
    {
      refetchOnWindowFocus: false,
      retry: false,
    },
  );
}

export const transfer = (id: string) =>
  apiQuery(
    ["finance", "transfer", id],
    "/admin/finance/transfers/{id}",
    { path: { id } },
    {
      retry: false,
    },
  );

/** A person's statement, and the lines of one account after one of them. */
export function statement(id: string, range: Range, account: OwnClass | undefined, after: string) {
  return queryOptions({
    queryKey: ["finance", "statement", id, range, account, after],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/admin/finance/people/{id}", {
          params: {
            path: { id },
            query: {
              ...range,
              limit: linesAtOnce,
              ...(account && { account }),
              ...(after && { after }),
            },
          },
          signal,
        }),
      ),
    ...onRecord,
    retry: false,
  });
}

type FileName = "income/export" | "balances/export" | "receivables/export";

/** Where a file of the overview is. */
export function fileOf(name: FileName, range: Range): string {
  return `/api/admin/finance/${name}?${new URLSearchParams(range)}`;
}

/** Where all transfers that are found are as a file, those of every page. */
export function transfersFile({ range, before: _, ...words }: Search): string {
  return `/api/admin/finance/transfers/export?${new URLSearchParams({ ...range, ...givenOf(words) })}`;
}

function givenOf(words: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(words).filter(([, text]) => text !== ""));
}

/** Where a person's statement is as a file. */
export function statementFile(id: string, kind: "export" | "paper", range: Range): string {
  return `/api/admin/finance/people/${encodeURIComponent(id)}/${kind}?${new URLSearchParams(range)}`;
}
