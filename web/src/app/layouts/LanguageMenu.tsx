import { Check, ChevronDown, Languages } from "lucide-react";
import { languages } from "@/i18n/language";
import { useLanguage } from "@/i18n/useLanguage";
import { cx } from "@/lib/cx";
import { useChooseLanguage } from "@/session/language";
import { Menu, menuItem } from "@/ui/Menu";
import { t } from "../texts";

/** The languages of the site, each in its own words. */
export function LanguageMenu() {
  const current = useLanguage();
  const choose = useChooseLanguage();
  return (
    <Menu
      label={t("Language: {name}", { name: current.name })}
      trigger={
        <>
          <Languages size={18} aria-hidden />
          {current.name}
          <ChevronDown size={15} aria-hidden />
        </>
      }
      triggerClassName="inline-flex min-h-11 items-center gap-2 rounded-sm px-2 hover:text-fg"
      className="w-56"
    >
      {languages.map((language) => {
        const isCurrent = language.code === current.code;
        return (
          <button
            key={language.code}
            type="button"
            role="menuitem"
            lang={language.code}
            aria-current={isCurrent ? "true" : undefined}
            className={menuItem}
            onClick={() => choose.mutate(language)}
          >
            <Check size={16} aria-hidden className={cx(!isCurrent && "invisible")} />
            {language.name}
          </button>
        );
      })}
    </Menu>
  );
}
