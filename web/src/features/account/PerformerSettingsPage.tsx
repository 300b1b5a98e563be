import { useQuery } from "@tanstack/react-query";
import { LoadFailure } from "@/ui/States";
import { performerMe } from "./api";
import { CommissionCard } from "./CommissionCard";
import { SettingsLayout } from "./SettingsLayout";
import { VerificationCard } from "./VerificationCard";

/** /account/performer/account-settings */
export default function PerformerSettingsPage() {
  const found = useQuery(performerMe());
  const { data } = found;
  return (
    <SettingsLayout
      nameLabel="Stage name"
      banner={
        data === undefined ? (
          <LoadFailure query={found} what="Your verification" />
        ) : (
          <>
            <VerificationCard performer={data} />
            <CommissionCard />
          </>
        )
      }
    />
  );
}
