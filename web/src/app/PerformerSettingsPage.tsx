import { useQuery } from "@tanstack/react-query";
import { performerMe } from "@/features/account/api";
import { SettingsLayout } from "@/features/account/SettingsLayout";
import { VerificationCard } from "@/features/account/VerificationCard";
import { LeaveStudio } from "@/features/studio/LeaveStudio";
import { lazyPart } from "@/ui/lazyPart";
import { LoadFailure } from "@/ui/States";
import { t } from "./texts";

// Most performers have no studio, and need none of its tables.
const CommissionCard = lazyPart(() =>
  import("@/features/rates/CommissionCard").then((file) => file.CommissionCard),
);

/** /account/performer/account-settings */
export default function PerformerSettingsPage() {
  const found = useQuery(performerMe());
  const { data } = found;
  return (
    <SettingsLayout
      nameLabel={t("Stage name")}
      banner={
        data === undefined ? (
          <LoadFailure query={found} what={t("Your verification")} />
        ) : (
          <>
            <VerificationCard performer={data} />
            <CommissionCard>{(studio) => <LeaveStudio studio={studio} />}</CommissionCard>
          </>
        )
      }
    />
  );
}
