import { useQuery } from "@tanstack/react-query";
import { useTitle } from "@/settings/useTitle";
import { PageHeader } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { t } from "../texts";
import { blocking } from "./api";
import { CountriesCard } from "./CountriesCard";
import { HostingCard } from "./HostingCard";
import { LookCard } from "./LookCard";
import { PeopleCard } from "./PeopleCard";

/** /account/performer/geo-block, labelled Blocking (spec §2): countries and people who do not see me. */
export default function BlockingPage() {
  useTitle(t("Blocking"));
  const list = useQuery(blocking());
  return (
    <div className="max-w-[860px]">
      <PageHeader title={t("Blocking")}>
        {t("Who is blocked finds neither you nor your room, and is cut off at once when watching.")}
      </PageHeader>
      <Loaded query={list} waiting={<Skeleton className="h-72 w-full rounded-lg" />}>
        {(list) => (
          <div className="grid gap-5">
            <CountriesCard blocked={list.countries} reasons={list.countryReasons} />
            <HostingCard list={list} />
            <PeopleCard users={list.users} />
            <LookCard />
          </div>
        )}
      </Loaded>
    </div>
  );
}
