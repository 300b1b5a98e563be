import { useLocation, useNavigate, useParams, useRouter } from "@tanstack/react-router";
import { type Parametrised, type Search, type Searched, withSearch } from "@/lib/address";
import { partsOf } from "@/lib/href";

/** Opens an address from `paths`. */
export function useGo() {
  const navigate = useNavigate();
  return (target: string, options: { replace?: boolean } = {}) =>
    navigate({ ...partsOf(target), ...options });
}

/** Tells whether an address is a page of this release. */
export function useHasPage() {
  const router = useRouter();
  return (path: string | undefined): path is string =>
    path !== undefined && path in router.routesByPath;
}

/** The parameter of the page's path; undefined at another address of the page. */
export function useParamAt({ param }: Parametrised): string | undefined {
  const params: Record<string, string> = useParams({ strict: false });
  return params[param];
}

/** The parameter in the path of a page that has no other address. */
export function useParam(address: Parametrised): string {
  const param = useParamAt(address);
  if (param === undefined) throw new Error(`This is not ${address.pattern}`);
  return param;
}

/** As useSearch, whatever the names are. */
export function useAnySearch() {
  const { pathname, search } = useLocation();
  const go = useGo();
  const given: { [name: string]: string | undefined } = search;
  const set = (changes: Search<string>, options = { replace: true }) =>
    go(withSearch(pathname, { ...search, ...changes }), options);
  return [given, set] as const;
}

/**
 * What follows the page's path, which is the state of lists, and how to change some of it without leaving
 * the page: an empty value removes one.
 */
export function useSearch<Name extends string>(_at: Searched<Name>) {
  const { search } = useLocation();
  const [, setAny] = useAnySearch();
  const given: { [N in Name]?: string } = search;
  const set: (changes: Search<Name>, options?: { replace: boolean }) => Promise<void> = setAny;
  return [given, set] as const;
}
