import { useId } from "react";
import { cx } from "@/lib/cx";
import { Badge } from "@/ui/Badge";
import type { Package } from "./api";
import { t } from "./texts";

type GatewayChoiceProps = {
  gateways: Package["gateways"];
  chosen: string | undefined;
  last: string | undefined;
  onChoose: (id: string) => void;
};

/** The ways to pay for the chosen package; one alone needs no choosing. */
export function GatewayChoice({ gateways, chosen, last, onChoose }: GatewayChoiceProps) {
  const name = useId();
  const only = gateways.length === 1 ? gateways[0] : undefined;
  if (only) {
    return (
      <p className="text-label text-fg2">
        {t.rich("Paid with <b>{name}</b>", {
          name: only.name,
          b: (words) => <b className="font-semibold text-fg">{words}</b>,
        })}
      </p>
    );
  }
  return (
    <fieldset>
      <legend className="mb-2 text-label font-semibold">{t("Pay with")}</legend>
      <div className="flex flex-wrap gap-2">
        {gateways.map((one) => (
          <label
            key={one._id}
            className={cx(
              "flex min-h-11 items-center gap-2.5 rounded-md border px-4 text-label font-semibold",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
              one._id === chosen ? "border-gold bg-gold-soft" : "border-line2 hover:bg-s2",
            )}
          >
            <input
              type="radio"
              name={name}
              value={one._id}
              checked={one._id === chosen}
              onChange={() => onChoose(one._id)}
              className="size-4 accent-(--gold)"
            />
            {one.name}
            {one._id === last && <Badge>{t("Last used")}</Badge>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
