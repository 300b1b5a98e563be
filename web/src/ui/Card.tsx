import type { ReactNode } from "react";
import { cx } from "@/lib/cx";

type CardProps = {
  title?: ReactNode;
  /** Beside the title, right-aligned. */
  aside?: ReactNode;
  /** The content reaches the edges, such as a table. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

/** A panel on the page. */
export function Card({ title, aside, flush = false, className, children }: CardProps) {
  return (
    <section
      className={cx("min-w-0 overflow-hidden rounded-lg border border-line bg-s1", className)}
    >
      {(title || aside) && (
        <div className="flex flex-wrap items-center gap-3 px-4 pt-4 lg:px-5 lg:pt-5">
          {title && <h2 className="text-h3 font-bold">{title}</h2>}
          {aside && <div className="ms-auto">{aside}</div>}
        </div>
      )}
      <div className={flush ? "pt-3 first:pt-0" : "p-4 lg:p-5"}>{children}</div>
    </section>
  );
}

type PageHeaderProps = { title: string; children?: ReactNode; actions?: ReactNode };

/** The heading of a page: its title, a line about it, its actions. */
export function PageHeader({ title, children, actions }: PageHeaderProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-h1 font-extrabold tracking-[-.02em] text-balance [overflow-wrap:anywhere] line-clamp-3">
          {title}
        </h1>
        {children && <p className="mt-0.5 text-label font-normal text-fg2">{children}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 sm:ms-auto">{actions}</div>}
    </div>
  );
}

type StatProps = { label: string; value: ReactNode; icon?: ReactNode; note?: ReactNode };

/** One figure of a dashboard. Put several into a <dl>. */
export function Stat({ label, value, icon, note }: StatProps) {
  return (
    <div className="rounded-lg border border-line bg-s1 p-4 lg:p-5">
      <dt className="flex items-center gap-2 text-caption font-medium text-fg2">
        {icon}
        {label}
      </dt>
      <dd className="mt-2 flex flex-wrap items-baseline gap-x-2">
        <span className="tnum text-h1 font-extrabold tracking-[-.02em]">{value}</span>
        {note && <span className="text-caption text-fg2">{note}</span>}
      </dd>
    </div>
  );
}
