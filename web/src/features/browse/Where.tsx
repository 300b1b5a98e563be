import { useLabels } from "@/settings/api";
import { LinkChip } from "@/ui/Chip";
import { useAddress } from "@/ui/useAddress";

/** What is looked for: people, or what they sell. The words and the category stay. */
export function Where() {
  const { pathname, query } = useAddress();
  const { models } = useLabels();
  const { q, category, tags } = query;
  const to = (place?: "galleries") => {
    const search = new URLSearchParams(
      Object.entries({
        in: place ?? "",
        q: q ?? "",
        category: category ?? "",
        tags: tags ?? "",
      }).filter(([, value]) => value !== ""),
    );
    return search.size === 0 ? pathname : `${pathname}?${search}`;
  };
  return (
    <nav aria-label="What to look for" className="mb-4 flex gap-2">
      <LinkChip href={to()} selected={query.in !== "galleries"}>
        {models}
      </LinkChip>
      <LinkChip href={to("galleries")} selected={query.in === "galleries"}>
        Galleries
      </LinkChip>
    </nav>
  );
}
