import { paths } from "@/app/paths";
import { LinkChip } from "@/ui/Chip";
import { t } from "./texts";

const places = () =>
  [
    { id: "payments", label: t("All payments"), href: paths.admin.payments() },
    {
      id: "approvals",
      label: t("Entries by hand"),
      href: paths.admin.payments({ gateway: "manual" }),
    },
    { id: "quarantine", label: t("Quarantine"), href: paths.admin.quarantine() },
    { id: "receivables", label: t("Receivables"), href: paths.admin.receivables() },
  ] as const;

/** The lists about payments, one beside the other. */
export function PaymentsNav({ here }: { here: ReturnType<typeof places>[number]["id"] }) {
  return (
    <nav aria-label={t("Payments")} className="noscroll mb-5 flex gap-2 overflow-x-auto">
      {places().map(({ id, label, href }) => (
        <LinkChip key={id} href={href} selected={id === here}>
          {label}
        </LinkChip>
      ))}
    </nav>
  );
}
