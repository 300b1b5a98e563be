import { Image, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { Button, IconButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { isBeyond, Pagination } from "@/ui/Pagination";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { useNow } from "@/ui/useNow";
import { type Banner, banners, useRemoveBanner } from "./api";
import { BannerDialog } from "./BannerDialog";
import { RemoveDialog } from "./RemoveDialog";
import { t } from "./texts";

/** /admin/banners: the operator's pictures in places of the site. */
export default function BannersPage() {
  useTitle(t("Banners"));
  const [list, page] = useList(paths.admin.banners, (offset) => banners(offset));
  const remove = useRemoveBanner();
  const [editing, setEditing] = useState<Banner | "new">();
  const [removing, setRemoving] = useState<Banner>();
  return (
    <>
      <PageHeader
        title={t("Banners")}
        actions={
          <Button variant="brand" onClick={() => setEditing("new")}>
            <Plus size={18} aria-hidden />
            {t("Add a banner")}
          </Button>
        }
      >
        {t("Pictures that lead somewhere.")}
      </PageHeader>
      {list.error && list.data === undefined && (
        <ErrorState error={list.error} onRetry={list.refetch} />
      )}
      {(list.data ? isBeyond(list.data) : list.isPending) && (
        <Skeleton alone className="h-60 w-full rounded-lg" />
      )}
      {list.data?.total === 0 && (
        <EmptyState title={t("No banners yet")} icon={<Image aria-hidden />}>
          {t("An active banner is shown in its place at once.")}
        </EmptyState>
      )}
      <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {list.data?.data.map((banner) => (
          <li key={banner._id}>
            <BannerCard
              banner={banner}
              onEdit={() => setEditing(banner)}
              onRemove={() => setRemoving(banner)}
            />
          </li>
        ))}
      </ul>
      <Pagination list={list} {...page} />
      {editing && (
        <BannerDialog
          banner={editing === "new" ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      <RemoveDialog
        name={removing?.title}
        text={t("Its picture is gone with it.")}
        pending={remove.isPending}
        onRemove={async () => removing && remove.mutateAsync(removing._id)}
        onClose={() => setRemoving(undefined)}
      />
    </>
  );
}

type State = "shown" | "planned" | "over" | "inactive";

function stateAt({ status, startsAt, endsAt }: Banner, now: number): State {
  if (status !== "active") return "inactive";
  if (endsAt && Date.parse(endsAt) <= now) return "over";
  return startsAt && Date.parse(startsAt) > now ? "planned" : "shown";
}

const stateNames = (): Record<State, string> => ({
  shown: t("Active"),
  planned: t("Planned"),
  over: t("Over"),
  inactive: t("Inactive"),
});

const placeNames = (): Record<Banner["position"], string> => ({
  top: t("Above the rooms"),
  middle: t("Below the rooms"),
  bottom: t("At the end"),
});

type BannerCardProps = { banner: Banner; onEdit: () => void; onRemove: () => void };

function BannerCard({ banner, onEdit, onRemove }: BannerCardProps) {
  const { title, photo, position, link } = banner;
  const now = useNow();
  const state = stateAt(banner, now);
  return (
    <Card flush>
      <img
        src={photo.thumbnail || photo.url}
        alt=""
        className="aspect-[3/1] w-full bg-s2 object-cover"
      />
      <div className="flex items-center gap-2 p-3 ps-4">
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2 text-label font-semibold">
            <span className="truncate">{title}</span>
            <Badge tone={state === "shown" ? "ok" : "neutral"}>{stateNames()[state]}</Badge>
          </span>
          <span className="block truncate text-caption text-fg3">
            {placeNames()[position]}, {link || t("leads nowhere")}
          </span>
        </span>
        <IconButton label={t("Change {title}", { title })} onClick={onEdit}>
          <Pencil size={17} aria-hidden />
        </IconButton>
        <IconButton label={t("Remove {title}", { title })} onClick={onRemove}>
          <Trash2 size={17} aria-hidden />
        </IconButton>
      </div>
    </Card>
  );
}
