import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import type { Profile } from "@/performers/types";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { PageHeader } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { AboutCard } from "./AboutCard";
import { performerMe } from "./api";
import { BroadcastCard } from "./BroadcastCard";
import { Completeness } from "./Completeness";
import { DetailsCard } from "./DetailsCard";
import { FoundByCard } from "./FoundByCard";
import { LinksCard } from "./LinksCard";
import { PicturesCard } from "./PicturesCard";
import { Preview } from "./Preview";
import { PricesCard } from "./PricesCard";
import { t } from "./texts";

/** /account/performer/profile: what people see of me, each part saved by itself. */
export function ProfilePage({ page }: { page: (profile: Profile) => ReactNode }) {
  useTitle(t("Profile"));
  const found = useQuery(performerMe());
  const performer = found.data;
  return (
    <div className="max-w-[1080px]">
      <PageHeader
        title={t("Profile")}
        actions={
          performer && (
            <>
              <Preview page={page} />
              <LinkButton href={paths.room(performer.username)} variant="outline">
                <ExternalLink size={17} aria-hidden />
                {t("Your room")}
              </LinkButton>
            </>
          )
        }
      >
        {t("What people see before they come into your room.")}
      </PageHeader>
      {found.error && found.data === undefined && (
        <ErrorState error={found.error} onRetry={found.refetch} />
      )}
      {found.isPending && <Skeleton alone className="h-96 w-full rounded-lg" />}
      {performer && (
        <div className="grid gap-5">
          <Completeness performer={performer} />
          <PicturesCard performer={performer} />
          <AboutCard performer={performer} />
          <FoundByCard performer={performer} />
          <DetailsCard performer={performer} />
          <LinksCard performer={performer} />
          <PricesCard performer={performer} />
          <BroadcastCard performer={performer} />
        </div>
      )}
    </div>
  );
}
