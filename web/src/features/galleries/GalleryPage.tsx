import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Trash2 } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { countOf, formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import type { OwnGallery } from "@/store/galleries";
import { Button, LinkButton } from "@/ui/Button";
import { PageHeader } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Loaded } from "@/ui/Loaded";
import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { useAddress } from "@/ui/useAddress";
import { type Consents, gallery, useDeleteGallery, useSell, useSubmit } from "./api";
import { DetailsCard } from "./DetailsCard";
import { useDetails } from "./details";
import { PhotosCard } from "./PhotosCard";
import { flushRemovals, removals } from "./removals";
import { StateBanner } from "./StateBanner";
import { isUnderWay, uploads } from "./uploads";
import { useAwayNotice } from "./useAwayNotice";

const SubmitDialog = lazyPart(() => import("./SubmitDialog").then((file) => file.SubmitDialog));

/** /account/performer/galleries/$id: one gallery, to fill, price, order and submit. */
export default function GalleryPage() {
  const { params } = useAddress();
  const found = useQuery(gallery(params.id ?? ""));
  useTitle(found.data?.title ?? "Gallery");
  return (
    <>
      <LinkButton href={paths.performer.galleries()} variant="ghost" className="mb-3 -ml-4">
        <ArrowLeft size={18} aria-hidden />
        All galleries
      </LinkButton>
      <Loaded query={found} waiting={<Waiting />}>
        {(data) => <Opened key={data._id} kept={data} />}
      </Loaded>
    </>
  );
}

function Opened({ kept }: { kept: OwnGallery }) {
  const found = useWithoutRemoved(kept);
  const { go } = useAddress();
  const details = useDetails(kept);
  const remove = useDeleteGallery();
  const [asks, setAsks] = useState<"submit" | "delete">();
  const [saving, setSaving] = useState(false);
  const submit = useSubmit();
  const sell = useSell(found._id);
  const isUploading = useStore(uploads, ({ list }) =>
    list.some((one) => one.galleryId === found._id && isUnderWay(one)),
  );
  useAwayNotice(found);
  const { _id: id, title, sold, earned } = found;

  async function act(what: "submit" | "activate" | "deactivate") {
    if (what !== "submit") {
      sell.mutate(what, {
        onSuccess: () =>
          toast.success(what === "activate" ? "Your gallery is on sale." : "It is off sale."),
        onError: (error) => toast.error(messageOf(error)),
      });
      return;
    }
    setSaving(true);
    await flushRemovals();
    const isSaved = await details.saveNow();
    setSaving(false);
    if (isSaved) setAsks("submit");
  }

  async function send(consents: Consents) {
    const saved = await submit.mutateAsync({ id, consents });
    toast.success(sentText(saved));
  }

  return (
    <>
      <PageHeader title={title}>
        {sold > 0
          ? `Sold ${countOf(sold, "time")}, you earned ${countOf(earned, "token")}`
          : `${countOf(found.price, "token")}, nobody has bought it yet`}
      </PageHeader>
      <StateBanner
        gallery={found}
        isUploading={isUploading}
        pending={saving ? "submit" : sell.isPending ? sell.variables : undefined}
        onAct={act}
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(340px,400px)]">
        <PhotosCard gallery={kept} />
        <div className="grid gap-5">
          <DetailsCard gallery={found} details={details} />
          <Button variant="ghost" className="justify-self-start" onClick={() => setAsks("delete")}>
            <Trash2 size={18} aria-hidden />
            Delete this gallery
          </Button>
        </div>
      </div>
      {asks === "submit" && (
        <SubmitDialog
          title={`Submit ${countOf(found.numPhotos, "photo")}`}
          outlook={outlookOf(found)}
          onSubmit={send}
          onClose={() => setAsks(undefined)}
        />
      )}
      {asks === "delete" && (
        <ConfirmDialog
          open
          onClose={() => setAsks(undefined)}
          title="Delete this gallery?"
          description={deletionText(found)}
          verb="Delete"
          onConfirm={async () => {
            await remove.mutateAsync(id);
            details.discard();
            toast.success(`“${title}” is deleted.`);
            go(paths.performer.galleries(), { replace: true });
          }}
        />
      )}
    </>
  );
}

/** The gallery without the photos that are about to be deleted. */
function useWithoutRemoved(kept: OwnGallery): OwnGallery {
  const removed = useStore(removals);
  const here = removed.filter(({ galleryId }) => galleryId === kept._id).length;
  return here === 0 ? kept : { ...kept, numPhotos: kept.numPhotos - here };
}

function sentText({ status, publishAt }: OwnGallery): string {
  if (status === "pending") return "Submitted. You are told as soon as it is decided.";
  if (status === "inactive" && publishAt) return `It goes on sale on ${formatDateTime(publishAt)}.`;
  return "Your gallery is on sale.";
}

function outlookOf({ publishAt, price }: OwnGallery): string {
  const cost = `for ${countOf(price, "token")}`;
  return publishAt === undefined
    ? `When it is approved it goes on sale ${cost} at once.`
    : `When it is approved it goes on sale ${cost} on ${formatDateTime(publishAt)}.`;
}

function deletionText({ title, sold, numPhotos }: OwnGallery): string {
  const what = `“${title}” with its ${countOf(numPhotos, "photo")} is deleted for good.`;
  if (sold === 0) return what;
  return `${what} Its ${formatTokens(sold)} ${sold === 1 ? "buyer keeps" : "buyers keep"} what they bought.`;
}

function Waiting() {
  return (
    <>
      <Skeleton className="mb-6 h-14 w-72 rounded-md" />
      <Skeleton className="mb-5 h-20 w-full rounded-lg" />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(340px,400px)]">
        <Skeleton className="h-96 w-full rounded-lg" />
        <Skeleton className="h-96 w-full rounded-lg" />
      </div>
    </>
  );
}
