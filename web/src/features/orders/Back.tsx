import { ArrowLeft } from "lucide-react";
import { LinkButton } from "@/ui/Button";
import { t } from "./texts";

/** The way from an order to the list of all. */
export function Back({ href }: { href: string }) {
  return (
    <LinkButton href={href} variant="ghost" className="mb-3 -ms-4">
      <ArrowLeft className="rtl:-scale-x-100" size={18} aria-hidden />
      {t("All orders")}
    </LinkButton>
  );
}
