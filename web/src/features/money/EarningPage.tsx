import { paths } from "@/app/paths";
import { LinkButton } from "@/ui/Button";
import { EarningBoard } from "./EarningBoard";
import { OwnRates } from "./rates/OwnRates";

/** /account/performer/earning: what I earned, how it is shared, what other shares would have paid. */
export default function EarningPage() {
  return (
    <EarningBoard
      who="performer"
      rates={<OwnRates />}
      next={<LinkButton href={paths.live()}>Go live</LinkButton>}
    >
      Tokens received after studio and site commission.
    </EarningBoard>
  );
}
