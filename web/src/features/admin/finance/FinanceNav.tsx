import { paths } from "@/app/paths";
import { LinkChip } from "@/ui/Chip";

const places = [
  { id: "overview", label: "Overview", href: paths.admin.finance() },
  { id: "transfers", label: "Transfers", href: paths.admin.transfers() },
  { id: "receivables", label: "Decide receivables", href: paths.admin.receivables() },
] as const;

/** The pages about the books, one beside the other. */
export function FinanceNav({ here }: { here: "overview" | "transfers" }) {
  return (
    <nav aria-label="Finance" className="noscroll mb-5 flex gap-2 overflow-x-auto">
      {places.map(({ id, label, href }) => (
        <LinkChip key={id} href={href} selected={id === here}>
          {label}
        </LinkChip>
      ))}
    </nav>
  );
}
