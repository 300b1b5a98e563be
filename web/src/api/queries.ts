import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
} from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { paths } from "./schema.gen";

type Answering<Data> = {
  get: { responses: { 200: { content: { "application/json": { data: Data } } } } };
};

/** The addresses that answer with something. */
type Readable = {
  [P in keyof paths]: paths[P] extends Answering<unknown> ? P : never;
}[keyof paths];

type Answer<P extends Readable> = paths[P] extends Answering<infer Data> ? Data : never;

/** What is asked for, in the address and after it. */
type Asked<P extends Readable> = paths[P] extends { get: { parameters: infer All } }
  ? Pick<All, Extract<keyof All, "query" | "path">>
  : never;

type More<P extends Readable> = Omit<
  UseQueryOptions<Answer<P>, Error, Answer<P>, QueryKey>,
  "queryKey" | "queryFn" | "initialData"
>;

type Rest<P extends Readable> =
  Record<never, never> extends Asked<P>
    ? [asked?: Asked<P>, more?: More<P>]
    : [asked: Asked<P>, more?: More<P>];

/** How an address of the API is read: what `useQuery` takes. */
export function apiQuery<P extends Readable>(
  queryKey: QueryKey,
  path: P,
  ...[asked, more]: Rest<P>
) {
  return queryOptions({
    queryKey,
    // What may be asked of an address, and what it answers, was checked above.
    queryFn: ({ signal }): Promise<Answer<P>> =>
      unwrap(Reflect.apply(api.GET, api, [path, { params: asked, signal }])),
    ...more,
  });
}

/** The same of one page, which is shown until the next one is here. */
export function pageQuery<P extends Readable>(queryKey: QueryKey, path: P, ...rest: Rest<P>) {
  return { ...apiQuery(queryKey, path, ...rest), placeholderData: keepPreviousData };
}
