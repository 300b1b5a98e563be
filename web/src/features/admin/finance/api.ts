import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
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
export function income(range: Range) {
  return queryOptions({
    queryKey: ["finance", "income", range],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/admin/finance/income", { params: { query: range }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The trial balance of a time, and what the site owes at its end. */
export function balances(range: Range) {
  return queryOptions({
    queryKey: ["finance", "balances", range],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/admin/finance/balances", { params: { query: range }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Who owes the site tokens at the end of a time. */
export function debts({ toDate }: Range) {
  const query = toDate === undefined ? {} : { toDate };
  return queryOptions({
    queryKey: ["finance", "receivables", query],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/admin/finance/receivables", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
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
  return queryOptions({
    queryKey: ["finance", "transfers", range, given],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/admin/finance/transfers", {
          params: { query: { ...range, ...given, limit: pageSize } },
          signal,
        }),
      ),
    refetchOnWindowFocus: false,
    retry: false,
  });
}

export function transfer(id: string) {
  return queryOptions({
    queryKey: ["finance", "transfer", id],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/admin/finance/transfers/{id}", { params: { path: { id } }, signal })),
    retry: false,
  });
}

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
