import { Moon, Sun } from "lucide-react";
import { useState } from "react";
import { languages } from "@/i18n/language";
import { cx } from "@/lib/cx";
import { type MenuLink, useSettings } from "@/settings/api";
import { currentTheme, switchTheme } from "@/settings/theme";
import { IconButton } from "@/ui/Button";
import { Html } from "@/ui/Html";
import { Link } from "@/ui/Link";
import { Logo } from "@/ui/Logo";
import { lazyPart } from "@/ui/lazyPart";
import { paths } from "../paths";
import { t } from "../texts";

const LanguageMenu = lazyPart(() => import("./LanguageMenu").then((file) => file.LanguageMenu));

const link = "inline-flex min-h-11 items-center hover:text-fg";

const ours = () => [
  { path: paths.contact(), title: t("Contact") },
  { path: paths.proof(), title: t("Proof of the books") },
  { path: paths.ranking(), title: t("How lists are ordered") },
];

/** The configured links, those that every site has, and the operator's own footer or a copyright line (spec §2). */
export function Footer({ beside = false }: { beside?: boolean }) {
  const { siteName, logoUrl, menus, footerContent } = useSettings();
  return (
    <footer className={cx("border-t border-line", beside && "max-lg:hidden")}>
      <div className="mx-auto flex max-w-[1720px] flex-wrap items-center gap-x-8 gap-y-4 px-4 py-7 text-label text-fg2 lg:px-8">
        <Logo siteName={siteName} logoUrl={logoUrl} />
        {menus.length > 0 && (
          <nav aria-label={t("Footer")} className="flex flex-wrap gap-x-5">
            {menus.map((menu) => (
              <FooterLink key={`${menu.path} ${menu.title}`} menu={menu} />
            ))}
          </nav>
        )}
        {ours().map(({ path, title }) => (
          <Link key={path} href={path} className={link}>
            {title}
          </Link>
        ))}
        <div className="ms-auto flex items-center gap-3 max-sm:ms-0 max-sm:w-full max-sm:justify-between">
          {footerContent ? <Html html={footerContent} /> : <Copyright siteName={siteName} />}
          {languages.length > 1 && <LanguageMenu />}
          <ThemeButton />
        </div>
      </div>
    </footer>
  );
}

function FooterLink({ menu: { title, path, internal, isOpenNewTab } }: { menu: MenuLink }) {
  const tab = isOpenNewTab ? { target: "_blank", rel: "noopener" } : {};
  if (!internal) {
    return (
      <a href={path} className={link} {...tab}>
        {title}
      </a>
    );
  }
  return (
    <Link href={path} newTab={isOpenNewTab} className={link}>
      {title}
    </Link>
  );
}

function Copyright({ siteName }: { siteName: string }) {
  return (
    <p className="text-fg3">
      © {siteName} {new Date().getFullYear()}
    </p>
  );
}

function ThemeButton() {
  const [theme, setTheme] = useState(currentTheme);
  return (
    <IconButton
      label={theme === "dark" ? t("Switch to the light theme") : t("Switch to the dark theme")}
      onClick={() => setTheme(switchTheme())}
    >
      {theme === "dark" ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
    </IconButton>
  );
}
