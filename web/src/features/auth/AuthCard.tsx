import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { useSettings } from "@/settings/api";

type AuthCardProps = {
  title: string;
  /** A line about what happens here. */
  lead?: ReactNode;
  /** Above the title, such as the choice of roles. */
  top?: ReactNode;
  children: ReactNode;
  /** Links to the other ways in. */
  footer?: ReactNode;
  wide?: boolean;
};

/** The one card of an auth page; the operator's picture stands beside it on large screens. */
export function AuthCard({ title, lead, top, children, footer, wide = false }: AuthCardProps) {
  const { placeholderLoginUrl } = useSettings();
  const picture = !wide && placeholderLoginUrl;
  return (
    <div
      className={cx(
        "w-full rounded-xl border border-line bg-s1 max-sm:border-0 max-sm:bg-transparent",
        picture ? "lg:grid lg:max-w-[940px] lg:grid-cols-2" : "",
        wide ? "max-w-[640px]" : "max-w-[440px]",
      )}
    >
      {picture && (
        <img
          src={placeholderLoginUrl}
          alt=""
          className="size-full rounded-s-xl object-cover max-lg:hidden"
        />
      )}
      <div className="grid gap-6 sm:p-8">
        {top}
        <div>
          <h1 className="text-h1 font-extrabold tracking-[-.02em] text-balance">{title}</h1>
          {lead && <p className="mt-1 text-body text-fg2">{lead}</p>}
        </div>
        {children}
        {footer && (
          <div className="grid gap-1 border-t border-line pt-5 text-label text-fg2">{footer}</div>
        )}
      </div>
    </div>
  );
}
