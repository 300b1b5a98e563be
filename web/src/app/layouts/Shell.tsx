import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { BackToTop } from "../BackToTop";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { Sidebar } from "./Sidebar";
import { TabBar } from "./TabBar";

/**
 * The layouts of spec §2. `primary` has the role's sidebar; `public` header and
 * footer; `auth` one card in the middle; `default` leaves the screen to the page
 * (a room, the studio): header on large screens only, no footer, no tab bar.
 */
export type Layout = "primary" | "public" | "auth" | "default";

export function Shell({ layout, children }: { layout: Layout; children: ReactNode }) {
  const bare = layout === "default";
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-md focus:bg-brand focus:px-4 focus:py-2.5 focus:font-semibold focus:text-on-brand"
      >
        Skip to content
      </a>
      <Header className={cx(bare && "max-lg:hidden")} />
      {layout === "primary" ? (
        <div className="mx-auto flex w-full max-w-[1720px] grow">
          <Sidebar />
          <Content className="flex-1 px-4 pt-6 pb-16 lg:px-8">{children}</Content>
        </div>
      ) : (
        <Content className={frames[layout]}>{children}</Content>
      )}
      {!bare && layout !== "auth" && <Footer beside={layout === "primary"} />}
      {!bare && <TabBar />}
      {!bare && <BackToTop />}
    </>
  );
}

const frames = {
  public: "grow",
  auth: "mx-auto grid min-h-[calc(100dvh-var(--header))] w-full content-start justify-items-center px-4 pt-8 pb-[calc(var(--tabbar)+32px)] sm:pt-14",
  default: "",
};

function Content({ className, children }: { className: string; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={cx("min-w-0 outline-none", className)}>
      {children}
    </main>
  );
}
