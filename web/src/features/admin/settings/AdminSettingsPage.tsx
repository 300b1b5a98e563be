import { useQuery } from "@tanstack/react-query";
import { useTitle } from "@/settings/useTitle";
import { PageHeader } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { settingsListing } from "./api";
import { SettingsForm } from "./SettingsForm";

/** /admin/settings: every setting of the site, as the server declares it. */
export default function AdminSettingsPage() {
  useTitle("Settings");
  const listing = useQuery(settingsListing());
  return (
    <>
      <PageHeader title="Settings">Changes take effect at once, for everybody.</PageHeader>
      {listing.error && listing.data === undefined && (
        <ErrorState error={listing.error} onRetry={listing.refetch} />
      )}
      {listing.isPending && <Waiting />}
      {listing.data && <SettingsForm listing={listing.data} />}
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
