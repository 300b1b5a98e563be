import { useLocation } from "@tanstack/react-router";
import { paths } from "@/app/paths";
import { withSearch } from "@/lib/address";
import { useLabels } from "@/settings/api";
import { itemTypes, typeAt, wordsOf } from "@/store/kinds";
import { LinkChip } from "@/ui/Chip";
import { useSearch } from "@/ui/useAddress";
import { t } from "./texts";

/** What is looked for: people, or what they sell. The words and the category stay. */
export function Where() {
  const [query] = useSearch(paths.cams);
  const { pathname } = useLocation();
  const { models } = useLabels();
  const { q, category, tags } = query;
  const to = (place?: string) => withSearch(pathname, { in: place, q, category, tags });
  return (
    <nav
      aria-label={t("What to look for")}
      className="noscroll -mx-4 mb-4 flex gap-2 overflow-x-auto px-4 py-1"
    >
      <LinkChip href={to()} selected={typeAt(query.in) === undefined}>
        {models}
      </LinkChip>
      {itemTypes.map((type) => (
        <LinkChip
          key={type}
          href={to(wordsOf()[type].place)}
          selected={query.in === wordsOf()[type].place}
        >
          {wordsOf()[type].many}
        </LinkChip>
      ))}
    </nav>
  );
}
