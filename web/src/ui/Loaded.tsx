import type { ReactNode } from "react";
import { ErrorState, NotFresh } from "./States";

/** The part of a query that decides what is shown. */
type Asked<Data> = {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
};

type LoadedProps<Data> = {
  query: Asked<Data>;
  /** While nothing has come yet. */
  waiting: ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * What a query answers, in all its states. A failed refresh never replaces what is on screen: the
 * error stands alone only while nothing has come yet.
 */
export function Loaded<Data>({ query, waiting, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (data === undefined) {
    return error ? (
      <ErrorState error={error} onRetry={() => refetch()} />
    ) : (
      <div aria-busy className="contents">
        {waiting}
      </div>
    );
  }
  return (
    <>
      {error && <NotFresh onRetry={() => refetch()} />}
      {children(data)}
    </>
  );
}
