import type { ReactNode } from "react";
import { LinkButton } from "@/ui/Button";
import { paths } from "./paths";
import { t } from "./texts";

type StatusPageProps = { code: string; title: string; children: ReactNode; actions?: ReactNode };

/** A page that only says something: its code, a sentence and the way on. */
export function StatusPage({ code, title, children, actions }: StatusPageProps) {
  return (
    <div className="grid min-h-[60dvh] place-items-center px-4 py-16 text-center">
      <div className="grid justify-items-center gap-3">
        <p
          aria-hidden
          className="bg-[linear-gradient(180deg,var(--brand-ink),transparent_115%)] bg-clip-text text-[104px] leading-none font-extrabold tracking-[-.05em] text-transparent"
        >
          {code}
        </p>
        <h1 className="text-h1 font-extrabold tracking-[-.02em]">{title}</h1>
        <p className="max-w-md text-body text-balance text-fg2">{children}</p>
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {actions ?? (
            <LinkButton href={paths.home()} variant="brand">
              {t("Go to the home page")}
            </LinkButton>
          )}
        </div>
      </div>
    </div>
  );
}
