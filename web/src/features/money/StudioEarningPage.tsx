import { paths } from "@/app/paths";
import { useLabels } from "@/settings/api";
import { LinkButton } from "@/ui/Button";
import { EarningBoard } from "./EarningBoard";
import { HistoryTable } from "./rates/HistoryTable";

/** /studio/earning: the studio's part of what its performers earn, all together and each. */
export default function StudioEarningPage() {
  const { models } = useLabels();
  return (
    <EarningBoard
      who="studio"
      rates={<HistoryTable who="studio" />}
      next={<LinkButton href={paths.studio.models()}>{models}</LinkButton>}
    >
      The studio's part of what its {models.toLowerCase()} earn, after the site's commission.
    </EarningBoard>
  );
}
