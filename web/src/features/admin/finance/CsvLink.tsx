import { Download } from "lucide-react";
import { FileLink } from "./FileLink";

/** Saves what the card shows. */
export function CsvLink({ href, of }: { href: string; of: string }) {
  return (
    <FileLink href={href} size="sm" label={`CSV of ${of}`}>
      <Download size={15} aria-hidden />
      CSV
    </FileLink>
  );
}
