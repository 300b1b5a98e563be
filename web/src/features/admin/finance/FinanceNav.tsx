import { paths } from "@/app/paths";
import { LinkChip } from "@/ui/Chip";
import { t } from "./texts";

const places = () =>
  [
    { id: "overview", label: t("Overview"), href: paths.admin.finance() },
    { id: "transfers", label: t("Transfers"), href: paths.admin.transfers() },
    { id: "receivables", label: t("Decide receivables"), href: paths.admin.receivables() },
  ] as const;

/** The pages about the books, one beside the other. */
export function FinanceNav({ here }: { here: "overview" | "transfers" }) {
  return (
    <nav aria-label={t("Finance")} className="noscroll mb-5 flex gap-2 overflow-x-auto">
      {places().map(({ id, label, href }) => (
        <LinkChip key={id} href={href} selected={id === here}>
          {label}
        </LinkChip>
      ))}
    </nav>
  );
}
