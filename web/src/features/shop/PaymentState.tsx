import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError } from "@/api/errors";
import { paths } from "@/app/paths";
import { cx } from "@/lib/cx";
import { LinkButton } from "@/ui/Button";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { type Payment, type PaymentStatus, payment, usePaymentNews } from "./api";
import { usePrices } from "./price";
import { t } from "./texts";
import { needsSupport, wordsOf } from "./words";

type Look = { icon: LucideIcon; tone: string };

const waits: Look = { icon: Clock, tone: "bg-gold-soft text-gold-ink" };
const wrong: Look = { icon: CircleX, tone: "bg-danger-soft text-danger-ink" };
const odd: Look = { icon: CircleAlert, tone: "bg-danger-soft text-danger-ink" };
const back: Look = { icon: Undo2, tone: "bg-sky-soft text-sky-ink" };

const looks: Record<PaymentStatus, Look> = {
  created: waits,
  pending: waits,
  paid: { icon: CircleCheck, tone: "bg-ok-soft text-ok-ink" },
  failed: wrong,
  expired: { icon: Clock, tone: "bg-s3 text-fg2" },
  underpaid: odd,
  quarantine: odd,
  refunded: back,
  charged_back: odd,
};

type PaymentStateProps = {
  id: string;
  /** The member came back without paying. */
  cancelled?: boolean;
  /** Opens in a new tab what would lead away. */
  beside?: boolean;
  /** What can be done in this state. */
  actions?: (payment: Payment) => ReactNode;
};

/** How far a payment is. It follows by itself; this page never makes the state, it shows it. */
export function PaymentState({
  id,
  cancelled = false,
  beside = false,
  actions,
}: PaymentStateProps) {
  const { priceOf } = usePrices();
  usePaymentNews();
  const { data, error, refetch } = useQuery(payment(id));
  if (error && data === undefined) {
    const missing = error instanceof ApiError && error.status === 404;
    const title = missing ? { title: t("This payment could not be found") } : {};
    return <ErrorState error={error} onRetry={refetch} {...title} />;
  }
  if (!data) return <Skeleton alone className="h-32 w-full rounded-lg" />;
  const { icon: Icon, tone } = looks[data.status];
  const { title, text } = wordsOf(data);
  const gaveUp = cancelled && data.status === "created";
  return (
    <section
      aria-label={t("Your payment")}
      className="rounded-lg border border-line bg-s1 p-4 lg:p-5"
    >
      <div className="flex items-start gap-4">
        <span className={cx("grid size-11 shrink-0 place-items-center rounded-full", tone)}>
          <Icon size={22} aria-hidden />
        </span>
        <div className="min-w-0 flex-1">
          <div role="status">
            <h2 className="text-h3 font-bold">
              {gaveUp ? t("You came back without paying") : title}
            </h2>
            <p className="text-label font-normal text-fg2">
              {gaveUp ? t("Nothing was charged. You can choose again below.") : text}
            </p>
          </div>
          <p className="tnum mt-1 text-caption text-fg3">
            {t("{package} · {count, plural, one {# token} other {# tokens}} · {price}", {
              package: data.package,
              count: data.tokens + data.bonus,
              price: priceOf(data),
            })}
          </p>
          <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
            {needsSupport.includes(data.status) && (
              <LinkButton href={paths.contact()} variant="outline" size="sm" newTab={beside}>
                {t("Write to us")}
              </LinkButton>
            )}
            {actions?.(data)}
          </div>
        </div>
      </div>
    </section>
  );
}
