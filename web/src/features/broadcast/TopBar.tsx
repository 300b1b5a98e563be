import { ChevronLeft } from "lucide-react";
import { paths } from "@/app/paths";
import { iconButtonClass } from "@/ui/Button";
import { Link } from "@/ui/Link";

/** The way back on a phone, where this page has no header. */
export function TopBar() {
  return (
    <div className="sticky top-0 z-20 flex h-14 items-center gap-1 border-b border-line bg-bg px-1 lg:hidden">
      <Link href={paths.home()} aria-label="Home" className={iconButtonClass()}>
        <ChevronLeft size={24} aria-hidden />
      </Link>
      <span className="text-h3 font-bold">Go live</span>
    </div>
  );
}
