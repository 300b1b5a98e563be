import { useQuery } from "@tanstack/react-query";
import { performerMe } from "@/features/account/api";
import { SettingsLayout } from "@/features/account/SettingsLayout";
import { VerificationCard } from "@/features/account/VerificationCard";
import { studioPaths } from "@/features/studio/pages";
import { LinkButton } from "@/ui/Button";
import { lazyPart } from "@/ui/lazyPart";
import { LoadFailure } from "@/ui/States";
import { settingsSlots } from "./settingsSlots";
import { t } from "./texts";

// Most performers have no studio, and need none of its tables.
const CommissionCard = lazyPart(() =>
  import("@/features/rates/CommissionCard").then((file) => file.CommissionCard),
);

const { PerformerCard } = settingsSlots;

/** /account/performer/account-settings */
export default function PerformerSettingsPage() {
  const found = useQuery(performerMe());
  const { data } = found;
  return (
    <SettingsLayout
      nameLabel={t("Stage name")}
      {...(PerformerCard && { more: () => <PerformerCard /> })}
      banner={
        data === undefined ? (
          <LoadFailure query={found} what={t("Your verification")} />
        ) : (
          <>
            <VerificationCard performer={data} />
            <CommissionCard>
              {() => (
                <LinkButton href={studioPaths.belonging()} className="mt-4">
                  {t("Your studio")}
                </LinkButton>
              )}
            </CommissionCard>
          </>
        )
      }
    />
  );
}
