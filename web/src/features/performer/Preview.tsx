import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { apiQuery } from "@/api/queries";
import { PerformerCard } from "@/performers/PerformerCard";
import { coverOf } from "@/performers/picture";
import type { Profile } from "@/performers/types";
import { Avatar } from "@/ui/Avatar";
import { Button } from "@/ui/Button";
import { Sheet } from "@/ui/Dialog";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { t } from "./texts";

const preview = () =>
  apiQuery(["performer", "preview"], "/performers/me/preview", {}, { staleTime: 0, retry: false });

type PreviewProps = {
  /** How her page shows a profile. */
  page: (profile: Profile) => ReactNode;
};

/** Her page and her card as a guest has them, while she stays logged in. */
export function Preview({ page }: PreviewProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        {t("Preview as a guest")}
      </Button>
      {isOpen && (
        <Sheet
          open
          width="lg"
          onClose={() => setIsOpen(false)}
          title={t("Your page as a guest sees it")}
        >
          <Shown page={page} />
        </Sheet>
      )}
    </>
  );
}

function Shown({ page }: PreviewProps) {
  const found = useQuery(preview());
  const [now] = useState(() => Date.now());
  return (
    <Loaded query={found} waiting={<Skeleton className="h-96 w-full rounded-lg" />}>
      {(profile) => (
        // Nothing in it is pressed: it is a picture of the page.
        <div inert className="grid gap-5">
          <Head profile={profile} />
          <div className="grid items-start gap-5 sm:grid-cols-[200px_minmax(0,1fr)]">
            <PerformerCard performer={profile} now={now} />
            <div className="min-w-0">{page(profile)}</div>
          </div>
          <p className="text-caption text-fg3">
            {t(
              "{galleries, plural, one {# gallery} other {# galleries}}, {videos, plural, one {# video} other {# videos}} and {products, plural, one {# product} other {# products}} are to be seen.",
              {
                galleries: profile.galleries.length,
                videos: profile.videos.length,
                products: profile.products.length,
              },
            )}
          </p>
        </div>
      )}
    </Loaded>
  );
}

function Head({ profile }: { profile: Profile }) {
  const cover = coverOf(profile);
  return (
    <div className="relative overflow-hidden rounded-lg bg-s2">
      {cover && (
        <img {...cover} alt="" sizes="100vw" className="aspect-[16/7] w-full object-cover" />
      )}
      <div className="flex items-center gap-3 p-4">
        <Avatar src={profile.avatar} size={60} />
        <div className="min-w-0">
          <p className="truncate text-h3 font-bold">{profile.name}</p>
          <p className="text-body text-fg2 [overflow-wrap:anywhere]">{profile.headline}</p>
          {profile.welcomeMessage && (
            <p className="mt-1 text-caption text-fg2 [overflow-wrap:anywhere]">
              {profile.welcomeMessage}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
