import { formatDate } from "@/lib/time";
import { Badge } from "@/ui/Badge";
import type { Column } from "@/ui/DataTable";
import type { KeptDocument } from "./apiDocuments";
import { kindName } from "./kinds";
import { t } from "./texts";

/** What every list of documents says of each. */
export function documentColumns(): Column<KeptDocument>[] {
  return [
    {
      id: "title",
      header: t("Title"),
      cell: ({ title }) => (
        <strong className="whitespace-normal [overflow-wrap:anywhere] sm:block sm:min-w-40 sm:max-w-80">
          {title}
        </strong>
      ),
    },
    { id: "kind", header: t("Kind"), cell: ({ kind }) => kindName(kind) },
    {
      id: "of",
      header: t("About"),
      cell: ({ performer }) => performer?.username ?? t("The studio"),
    },
    { id: "at", header: t("Added"), cell: ({ createdAt }) => formatDate(createdAt) },
    {
      id: "signed",
      header: t("Signature"),
      cell: ({ toSign, signedAt, signedName }) => {
        if (signedAt) return `${signedName}, ${formatDate(signedAt)}`;
        return toSign ? <Badge tone="sky">{t("Not signed yet")}</Badge> : "–";
      },
    },
  ];
}
