import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Radio } from "lucide-react";
import { cx } from "@/lib/cx";
import { useSession } from "@/session/api";
import { categories, useLabels, useSettings } from "@/settings/api";
import { LinkButton } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { Menu, menuItem } from "@/ui/Menu";
import { LoadFailure } from "@/ui/States";
import { useHasPage } from "@/ui/useAddress";
import { paths } from "../paths";
import { t } from "../texts";

const link =
  "flex h-11 items-center whitespace-nowrap rounded-sm px-3 text-label font-semibold text-fg2 transition-colors hover:text-fg data-[status=active]:text-fg";

/** Home, the categories and the VIPs for everyone but performers; Go Live and Group Chat for the verified ones. */
export function MainNav({ className }: { className?: string }) {
  const { role, isVerifiedPerformer } = useSession();
  const { models } = useLabels();
  const hasPage = useHasPage();
  return (
    <nav aria-label={t("Main")} className={cx("flex items-center", className)}>
      <Link href={paths.home()} exact className={link}>
        {t("Home")}
      </Link>
      {role !== "performer" && (
        <>
          <CategoriesMenu />
          {hasPage(paths.vipModels()) && (
            <Link href={paths.vipModels()} className={link}>
              {t("Vip {models}", { models })}
            </Link>
          )}
        </>
      )}
      {isVerifiedPerformer && <StageLinks />}
    </nav>
  );
}

function CategoriesMenu() {
  const all = useQuery(categories());
  const list = all.data ?? [];
  const hasPage = useHasPage();
  if ((list.length === 0 && !all.error) || !hasPage(paths.searchModels())) return null;
  return (
    <Menu
      label={t("Categories")}
      align="start"
      triggerClassName={cx(link, "gap-1")}
      trigger={
        <>
          {t("Categories")} <ChevronDown size={15} aria-hidden />
        </>
      }
      className="grid w-[440px] max-w-[calc(100vw-16px)] grid-cols-2 gap-0.5 sm:grid-cols-3"
    >
      <div className="col-span-full empty:hidden">
        <LoadFailure query={all} what={t("The list")} inset />
      </div>
      {list.map((category) => (
        <Link
          key={category._id}
          role="menuitem"
          href={paths.searchModels({ category: category.slug })}
          shownAs={paths.category(category.slug)}
          className={menuItem}
        >
          {category.name}
        </Link>
      ))}
    </Menu>
  );
}

function StageLinks() {
  const { optionForGroup } = useSettings();
  const hasPage = useHasPage();
  const group = paths.groupChat[optionForGroup]();
  return (
    <>
      {hasPage(paths.live()) && (
        <LinkButton href={paths.live()} variant="brand" size="sm" className="mx-2">
          <Radio size={16} aria-hidden />
          {t("Go Live")}
        </LinkButton>
      )}
      {hasPage(group) && (
        <Link href={group} className={link}>
          {t("Group Chat")}
        </Link>
      )}
    </>
  );
}
