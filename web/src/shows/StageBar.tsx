import { ChevronLeft } from "lucide-react";
import { paths } from "@/app/paths";
import { useSettings } from "@/settings/api";
import { iconButtonClass } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { t } from "./texts";

const tab =
  "flex h-11 items-center rounded-full px-4 text-label font-semibold text-fg2 data-[status=active]:bg-s3 data-[status=active]:text-fg";

/** On a phone, where a stage has no header: the way back, and the two kinds of shows that one starts. */
export function StageBar() {
  const { optionForGroup } = useSettings();
  return (
    <div className="sticky top-(--strip) z-20 flex h-14 items-center gap-1 border-b border-line bg-bg px-1 lg:hidden">
      <Link href={paths.home()} aria-label={t("Home")} className={iconButtonClass()}>
        <ChevronLeft className="rtl:-scale-x-100" size={24} aria-hidden />
      </Link>
      <nav aria-label={t("Kinds of shows")} className="flex gap-1">
        <Link href={paths.live()} exact className={tab}>
          {t("Public")}
        </Link>
        <Link href={paths.groupChat[optionForGroup]()} exact className={tab}>
          {t("Group")}
        </Link>
      </nav>
    </div>
  );
}
