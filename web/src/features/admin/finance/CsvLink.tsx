import { Download } from "lucide-react";
import { buttonClass } from "@/ui/Button";

/** Saves what the card shows. */
export function CsvLink({ href, of }: { href: string; of: string }) {
  return (
    <a href={href} download className={buttonClass("outline", "sm")} aria-label={`CSV of ${of}`}>
      <Download size={15} aria-hidden />
      CSV
    </a>
  );
}
