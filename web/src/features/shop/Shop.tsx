import { useQuery } from "@tanstack/react-query";
import { PackageOpen } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { cx } from "@/lib/cx";
import { useSession } from "@/session/api";
import { Refusal } from "@/session/Refusal";
import { useSettings } from "@/settings/api";
import { Button, LinkButton } from "@/ui/Button";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { type Shop as Offered, type Package, packages, type Started, useBuy } from "./api";
import { goToPay, openTab } from "./door";
import { GatewayChoice } from "./GatewayChoice";
import { PackageChoice } from "./PackageChoice";
import { usePrices } from "./price";
import { t } from "./texts";

type ShopProps = {
  /** The payment opens in a tab of its own, and this page stays. */
  beside?: boolean;
  /** Buying is paused or refused beforehand; the page says why. */
  closed?: boolean;
  onStarted?: (started: Started) => void;
};

/** The packages, the ways to pay for the chosen one, and the price on the button. */
export function Shop(props: ShopProps) {
  const shop = useQuery(packages());
  return (
    <Loaded query={shop} waiting={<Waiting />}>
      {(data) =>
        data.data.length === 0 ? (
          <NothingOnSale beside={props.beside ?? false} />
        ) : (
          <Offer shop={data} {...props} />
        )
      }
    </Loaded>
  );
}

function NothingOnSale({ beside }: { beside: boolean }) {
  return (
    <EmptyState
      title={t("No tokens are on sale now")}
      icon={<PackageOpen aria-hidden />}
      action={
        <LinkButton href={paths.contact()} variant="outline" newTab={beside}>
          {t("Write to us")}
        </LinkButton>
      }
    >
      {t("Packages will be listed here as soon as there are some.")}
    </EmptyState>
  );
}

function Offer({ shop, beside = false, closed = false, onStarted }: ShopProps & { shop: Offered }) {
  const { priceOf } = usePrices();
  const { development } = useSettings();
  const { session } = useSession();
  const [wished, setWished] = useState<string>();
  const [way, setWay] = useState<string>();
  const buy = useBuy();
  // What is not offered any more is not chosen any more.
  const chosen = shop.data.find(({ _id }) => _id === wished) ?? firstPayable(shop.data);
  const gateway = chosen && gatewayFor(chosen, way, shop.lastGateway);

  function press() {
    if (chosen === undefined || gateway === undefined) return;
    const tab = beside ? openTab() : null;
    buy.mutate(
      { packageId: chosen._id, gateway },
      {
        onSuccess: (started) => {
          onStarted?.(started);
          if (!beside) goToPay(started);
          else if (tab) goToPay(started, tab);
        },
        onError: () => tab?.close(),
      },
    );
  }

  return (
    <form
      aria-label={t("Buy tokens")}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <PackageChoice
        packages={shop.data}
        chosen={chosen?._id}
        narrow={beside}
        onChoose={(id) => {
          setWished(id);
          buy.reset();
        }}
      />
      {chosen && (
        <GatewayChoice
          gateways={chosen.gateways}
          chosen={gateway}
          last={shop.lastGateway}
          onChoose={(id) => {
            setWay(id);
            buy.reset();
          }}
        />
      )}
      <div
        className={cx(
          "grid gap-3",
          // In a sheet the price stays within the thumb's reach, however many packages there are.
          beside &&
            "max-lg:sticky max-lg:-bottom-5 max-lg:-mx-5 max-lg:bg-s1 max-lg:px-5 max-lg:py-3",
        )}
      >
        <Refusal error={buy.error} beside={beside} />
        <Button
          type="submit"
          variant="gold"
          size="lg"
          className={cx("w-full", !beside && "sm:w-auto sm:min-w-64 sm:justify-self-start")}
          pending={buy.isPending}
          disabled={closed || gateway === undefined || session === undefined}
        >
          {chosen ? t("Pay {price}", { price: priceOf(chosen) }) : t("Pay")}
        </Button>
        <p className="text-caption text-fg2">
          {development && gateway === "sandbox"
            ? t("This is the sandbox: no money moves and no card is charged.")
            : beside
              ? t("The payment opens in a new tab. The room goes on here.")
              : t("You pay on the page of the payment service and come back here.")}
        </p>
      </div>
    </form>
  );
}

function firstPayable(all: readonly Package[]): Package | undefined {
  return all.find(({ gateways }) => gateways.length > 0);
}

/** The way the member chose, else the last one used, else the first, of those that carry the package. */
function gatewayFor(
  { gateways }: Package,
  wished: string | undefined,
  last: string | undefined,
): string | undefined {
  const carried = (id: string | undefined) => gateways.find(({ _id }) => _id === id)?._id;
  return carried(wished) ?? carried(last) ?? gateways[0]?._id;
}

function Waiting() {
  return (
    <div role="status" aria-label={t("Loading the packages")} className="grid gap-3 sm:grid-cols-2">
      {["a", "b", "c", "d"].map((key) => (
        <Skeleton key={key} className="h-28 w-full rounded-lg" />
      ))}
    </div>
  );
}
