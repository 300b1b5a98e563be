import { EarningBoard } from "@/features/earnings/EarningBoard";
import { OwnRates } from "@/features/rates/OwnRates";
import { Simulator } from "@/features/rates/Simulator";
import { LinkButton } from "@/ui/Button";
import { paths } from "./paths";
import { t } from "./texts";

/** /account/performer/earning: what I earned, how it is shared, what other shares would have paid. */
export default function EarningPage() {
  return (
    <EarningBoard
      who="performer"
      rates={<OwnRates />}
      simulator={(range) => <Simulator who="performer" range={range} />}
      next={<LinkButton href={paths.live()}>{t("Go live")}</LinkButton>}
    >
      {t("Tokens received after studio and site commission.")}
    </EarningBoard>
  );
}
