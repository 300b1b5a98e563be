import { CircleAlert, Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError, messageOf } from "@/api/errors";
import { cx } from "@/lib/cx";
import { Button } from "./Button";
import { t } from "./texts";

type EmptyStateProps = {
  title: string;
  icon?: ReactNode;
  /** It is the whole page, whose heading its title is. */
  page?: boolean;
  /** What will be here. */
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
};

/** Says what will be here and offers the next step. */
export function EmptyState({ title, icon, page = false, children, action }: EmptyStateProps) {
  const Title = page ? "h1" : "p";
  return (
    <div className="grid justify-items-center gap-2 px-6 py-14 text-center">
      <span className="mb-2 grid size-14 place-items-center rounded-full bg-s2 text-fg3">
        {icon ?? <Inbox aria-hidden />}
      </span>
      <Title className="text-h3 font-bold">{title}</Title>
      {children && <div className="max-w-sm text-label font-normal text-fg2">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

type NotFreshProps = {
  onRetry?: (() => void) | undefined;
  /** Between the edges of a card or a page, whose text begins further in. */
  inset?: boolean;
  children?: ReactNode;
};

/** What is on screen stays when it could not be refreshed; that it may be old is said. */
export function NotFresh({ onRetry, inset = false, children }: NotFreshProps) {
  return (
    <p
      role="status"
      className={cx(
        "flex flex-wrap items-center gap-x-3 py-1.5 text-caption text-gold-ink",
        inset && "px-4",
      )}
    >
      {children ?? t("This could not be refreshed.")}
      {onRetry && (
        <Button size="sm" variant="ghost" onClick={onRetry}>
          {t("Try again")}
        </Button>
      )}
    </p>
  );
}

type LoadFailureProps = {
  query: { data: unknown; error: unknown; refetch: () => unknown };
  /** What is missing, as the beginning of a sentence. */
  what: string;
  inset?: boolean;
};

/** In one line, where a part of a page would be: that it could not be loaded, and the way to ask again. */
export function LoadFailure({ query, what, inset = false }: LoadFailureProps) {
  const { data, error, refetch } = query;
  if (!error) return null;
  return (
    <NotFresh onRetry={() => refetch()} inset={inset}>
      {data === undefined
        ? t("{what} could not be loaded.", { what })
        : t("{what} could not be refreshed.", { what })}
    </NotFresh>
  );
}

type ErrorStateProps = { error: unknown; onRetry?: () => void; title?: string };

/** Says what happened and retries in place; what is not there, or not for who asks, is not asked for again. */
export function ErrorState({ error, onRetry, title }: ErrorStateProps) {
  const status = error instanceof ApiError ? error.status : 0;
  const titles: Record<number, string> = {
    403: t("This is not for your account"),
    404: t("Nothing is here"),
  };
  const final = titles[status];
  return (
    <div role="alert">
      <EmptyState
        title={title ?? final ?? t("This could not be loaded")}
        icon={<CircleAlert aria-hidden className="text-danger-ink" />}
        action={
          onRetry &&
          !final && (
            <Button variant="outline" onClick={onRetry}>
              {t("Try again")}
            </Button>
          )
        }
      >
        {messageOf(error)}
      </EmptyState>
    </div>
  );
}
