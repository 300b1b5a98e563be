import { EarningBoard } from "@/features/earnings/EarningBoard";
import { HistoryTable } from "@/features/rates/HistoryTable";
import { Simulator } from "@/features/rates/Simulator";
import { useLabels } from "@/settings/api";
import { LinkButton } from "@/ui/Button";
import { paths } from "./paths";
import { t } from "./texts";

/** /studio/earning: the studio's part of what its performers earn, all together and each. */
export default function StudioEarningPage() {
  const { models } = useLabels();
  return (
    <EarningBoard
      who="studio"
      rates={<HistoryTable who="studio" />}
      simulator={(range) => <Simulator who="studio" range={range} />}
      next={<LinkButton href={paths.studio.models()}>{models}</LinkButton>}
    >
      {t("The studio's part of what its {models} earn, after the site's commission.", {
        models: models.toLowerCase(),
      })}
    </EarningBoard>
  );
}
