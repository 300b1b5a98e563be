import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { useSession } from "@/session/api";
import { lazyPart } from "@/ui/lazyPart";
import { t } from "../texts";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { TabBar } from "./TabBar";

/**
 * The layouts of spec §2. `primary` has the role's sidebar; `public` header and
 * footer; `auth` one card in the middle; `default` leaves the screen to the page
 * (a room, the studio): header on large screens only, no footer, no tab bar; `panes`
 * leaves it what is between header and tab bar.
 */
export type Layout = "primary" | "public" | "auth" | "default" | "panes";

/** Only dashboards have it; their routes fetch it beside the page. */
export const Sidebar = lazyPart(() => import("./Sidebar").then((file) => file.Sidebar));

const BackToTop = lazyPart(() => import("../BackToTop").then((file) => file.BackToTop));

const RequestsPill = lazyPart(() =>
  import("@/features/private/requests/RequestsPill").then((file) => file.RequestsPill),
);

const skip =
  "sr-only focus:not-sr-only focus:fixed focus:top-3 focus:start-3 focus:z-50 focus:rounded-md focus:bg-brand focus:px-4 focus:py-2.5 focus:font-semibold focus:text-on-brand";

// Past what leads and filters, to the first of the cards.
function toList() {
  document.querySelector<HTMLElement>("main [data-list] a")?.focus();
}

export function Shell({ layout, children }: { layout: Layout; children: ReactNode }) {
  const bare = layout === "default";
  const { role } = useSession();
  return (
    <>
      <a href="#main" className={skip}>
        {t("Skip to content")}
      </a>
      {layout === "public" && (
        <button type="button" className={`${skip} skips-to-list`} onClick={toList}>
          {t("Skip to the list")}
        </button>
      )}
      <Header className={cx(bare && "max-lg:hidden")} />
      {layout === "primary" ? (
        <div className="mx-auto flex w-full max-w-[1720px] grow">
          <Sidebar />
          <Content className="flex-1 px-4 pt-6 pb-16 lg:px-8">{children}</Content>
        </div>
      ) : (
        <Content className={frames[layout]}>{children}</Content>
      )}
      {(layout === "primary" || layout === "public") && <Footer beside={layout === "primary"} />}
      {bare && role === "performer" && <RequestsPill />}
      {!bare && <TabBar />}
      {!bare && <BackToTop />}
    </>
  );
}

const frames = {
  public: "grow",
  auth: "mx-auto grid min-h-[calc(100dvh-var(--header))] w-full content-start justify-items-center px-4 pt-8 pb-[calc(var(--tabbar)+32px)] sm:pt-14",
  default: "",
  panes: "",
};

function Content({ className, children }: { className: string; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={cx("min-w-0 outline-none", className)}>
      {children}
    </main>
  );
}
