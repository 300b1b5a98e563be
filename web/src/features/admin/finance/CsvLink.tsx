import { Download } from "lucide-react";
import { FileLink } from "@/ui/FileLink";
import { t } from "./texts";

/** Saves what the card shows; `label` says what that is. */
export function CsvLink({ href, label }: { href: string; label: string }) {
  return (
    <FileLink href={href} size="sm" label={label}>
      <Download size={15} aria-hidden />
      {t("CSV")}
    </FileLink>
  );
}
