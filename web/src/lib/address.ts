/** The names after the `?` of a template: "/proof?transfer&offset" has "transfer" and "offset". */
type NamesOf<T extends string> = T extends `${string}?${infer Names}` ? Each<Names> : never;
type Each<T extends string> = T extends `${infer Name}&${infer Rest}` ? Name | Each<Rest> : T;

/** What may follow the `?` of an address; an empty value is left out. */
export type Search<Name extends string> = { [N in Name]?: string | number | undefined };

type Given<T extends string> = [
  ...(T extends `${string}$${string}` ? [param: string] : []),
  ...(T extends `${string}?${string}` ? [search?: Search<NamesOf<T>>] : []),
];

/** What the search of a page is read by. */
export type Searched<Name extends string> = {
  /** Never there: for the types alone. */
  readonly names?: (name: Name) => void;
};

/** What the parameter of a page is read by. */
export type Parametrised = { readonly pattern: string; readonly param: string };

/** An address of the product: called, it writes one. */
export type Address<T extends string> = ((...given: Given<T>) => string) &
  Searched<NamesOf<T>> & {
    /** The path as the router knows it. */
    readonly pattern: string;
  } & (T extends `${string}$${string}` ? Parametrised : unknown);

/**
 * Declares an address once, with the parameter in its path and what may follow the path, such as
 * "/admin/finance/people/$id?from&to". Ids and names are encoded here and nowhere else.
 */
export function address<T extends string>(template: T): Address<T>;
export function address(template: string): object {
  const [pattern = ""] = template.split("?");
  const param = pattern.match(/\$(\w+)/)?.[1] ?? "";
  const write = (...given: (string | object)[]) => {
    const path = pattern.replace(`$${param}`, () => encodeURIComponent(String(given.shift())));
    return withSearch(path, Object(given[0]));
  };
  return Object.assign(write, { pattern, param });
}

/** A path and what follows it. */
export function withSearch(path: string, search: Search<string>): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value) text.set(name, String(value));
  return text.size === 0 ? path : `${path}?${text}`;
}
