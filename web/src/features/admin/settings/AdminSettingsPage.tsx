import { useQuery } from "@tanstack/react-query";
import { useTitle } from "@/settings/useTitle";
import { PageHeader } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { settingsListing } from "./api";
import { Proposals } from "./Proposals";
import { SettingsForm } from "./SettingsForm";
import { t } from "./texts";

/** /admin/settings: every setting of the site, as the server declares it. */
export default function AdminSettingsPage() {
  useTitle(t("Settings"));
  const listing = useQuery(settingsListing());
  return (
    <>
      <PageHeader title={t("Settings")}>
        {t(
          "Changes take effect at once, for everybody. What guards money waits for a second admin when it is loosened.",
        )}
      </PageHeader>
      <Loaded query={listing} waiting={<Waiting />}>
        {(data) => (
          <>
            <Proposals listing={data} />
            <SettingsForm listing={data} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Waiting() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-12 w-full rounded-md" />
      {["a", "b", "c", "d"].map((key) => (
        <Skeleton key={key} className="h-16 w-full max-w-[720px] rounded-md" />
      ))}
    </div>
  );
}
