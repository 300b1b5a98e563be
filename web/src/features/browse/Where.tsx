import { useLabels } from "@/settings/api";
import { itemTypes, typeAt, wordsOf } from "@/store/kinds";
import { LinkChip } from "@/ui/Chip";
import { useAddress } from "@/ui/useAddress";

/** What is looked for: people, or what they sell. The words and the category stay. */
export function Where() {
  const { pathname, query } = useAddress();
  const { models } = useLabels();
  const { q, category, tags } = query;
  const to = (place?: string) => {
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
    <nav
      aria-label="What to look for"
      className="noscroll -mx-4 mb-4 flex gap-2 overflow-x-auto px-4 py-1"
    >
      <LinkChip href={to()} selected={typeAt(query.in) === undefined}>
        {models}
      </LinkChip>
      {itemTypes.map((type) => (
        <LinkChip
          key={type}
          href={to(wordsOf[type].place)}
          selected={query.in === wordsOf[type].place}
        >
          {wordsOf[type].many}
        </LinkChip>
      ))}
    </nav>
  );
}
