import { useQuery } from "@tanstack/react-query";
import { performerMe } from "./api";
import { CommissionCard } from "./CommissionCard";
import { SettingsLayout } from "./SettingsLayout";
import { VerificationCard } from "./VerificationCard";

/** /account/performer/account-settings */
export default function PerformerSettingsPage() {
  const { data } = useQuery(performerMe());
  return (
    <SettingsLayout
      nameLabel="Stage name"
      banner={
        data && (
          <>
            <VerificationCard performer={data} />
            <CommissionCard />
          </>
        )
      }
    />
  );
}
