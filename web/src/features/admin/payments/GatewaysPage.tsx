import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { Card, PageHeader } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState } from "@/ui/States";
import { type Gateway, gateways } from "./api";
import { GatewayForm } from "./GatewayForm";
import { Proposals } from "./Proposals";
import { t } from "./texts";

/** /admin/gateways: the ways to be paid, each set up in the form that it describes itself. */
export default function GatewaysPage() {
  useTitle(t("Gateways"));
  const list = useQuery(gateways());
  return (
    <div className="max-w-[860px]">
      <PageHeader title={t("Gateways")}>
        {t("Several can be active at once. Secrets are kept encrypted and never shown again.")}
      </PageHeader>
      <Proposals kinds={["gateway"]} />
      {list.error && list.data === undefined && (
        <ErrorState error={list.error} onRetry={list.refetch} />
      )}
      {list.isPending && <Skeleton alone className="h-80 w-full rounded-lg" />}
      {list.data?.data.length === 0 && <EmptyState title={t("This program has no gateways")} />}
      <div className="grid gap-5">
        {list.data?.data.map((one) => (
          <GatewayCard key={one._id} gateway={one} />
        ))}
      </div>
    </div>
  );
}

function GatewayCard({ gateway }: { gateway: Gateway }) {
  const { _id, name, isActive, problem, updatedAt } = gateway;
  return (
    <Card
      title={name}
      aside={
        <span className="flex flex-wrap gap-2">
          {_id === "sandbox" && <Badge tone="gold">{t("No money moves")}</Badge>}
          <Badge tone={isActive ? "ok" : "neutral"}>{isActive ? t("Active") : t("Off")}</Badge>
        </span>
      }
    >
      {_id === "sandbox" && (
        <p className="mb-4 rounded-md bg-gold-soft px-4 py-3 text-label text-gold-ink">
          {t(
            "For trying out only: whoever pays here pays nothing. It works in development mode alone.",
          )}
        </p>
      )}
      {problem && isActive && (
        <p
          role="alert"
          className="mb-4 rounded-md bg-danger-soft px-4 py-3 text-label text-danger-ink"
        >
          {t("It cannot be used now: {problem}", { problem })}
        </p>
      )}
      {problem && !isActive && (
        <p className="mb-2 text-label font-normal text-fg2">
          {t("Not ready to be used.")} {updatedAt ? problem : t("It has not been set up yet.")}
        </p>
      )}
      <details open={isActive || undefined} className="group">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-label font-semibold text-fg2 hover:text-fg">
          <ChevronRight
            size={17}
            aria-hidden
            className="transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
          />
          {t("Set up {name}", { name })}
        </summary>
        <GatewayForm gateway={gateway} />
      </details>
    </Card>
  );
}
