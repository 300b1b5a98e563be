import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import type { OwnAsset } from "@/store/own";
import { Button, LinkButton } from "@/ui/Button";
import { PageHeader } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Loaded } from "@/ui/Loaded";
import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { useGo, useParam } from "@/ui/useAddress";
import { asset, type Consents, useDelete, useSell, useSubmit } from "./api";
import { DetailsCard } from "./DetailsCard";
import { useDetails } from "./details";
import { type Kind, kinds } from "./kinds";
import { isUnderWay, uploads } from "./onTheWay";
import { flushRemovals, removals } from "./removals";
import { StateBanner } from "./StateBanner";
import { t } from "./texts";
import { useAwayNotice } from "./useAwayNotice";

const TakenDown = lazyPart(() => import("./TakenDown").then((file) => file.TakenDown));
const SubmitDialog = lazyPart(() => import("./SubmitDialog").then((file) => file.SubmitDialog));

type Content = {
  kind: Kind;
  /** Whether a file of it is on its way, which a submission would miss. */
  useIsUploading?: (asset: OwnAsset) => boolean;
  /** What is sold: its photos, or its files. */
  children: (asset: OwnAsset) => ReactNode;
  /** Below the details, such as a link to its orders. */
  aside?: (asset: OwnAsset) => ReactNode;
};

/** One asset, to fill, price and submit. */
export function AssetEditor(content: Content) {
  const { title, list } = kinds[content.kind];
  const id = useParam(paths.performer.product);
  const found = useQuery(asset(content.kind, id));
  useTitle(found.data?.title ?? title);
  return (
    <>
      <LinkButton href={list()} variant="ghost" className="mb-3 -ms-4">
        <ArrowLeft className="rtl:-scale-x-100" size={18} aria-hidden />
        {t("{kind, select, gallery {All galleries} video {All videos} other {All products}}", {
          kind: content.kind,
        })}
      </LinkButton>
      <Loaded query={found} waiting={<Waiting />}>
        {(data) => <Opened key={data._id} kept={data} {...content} />}
      </Loaded>
    </>
  );
}

const never = () => false;

function Opened({
  kept,
  kind,
  useIsUploading = never,
  children,
  aside,
}: Content & { kept: OwnAsset }) {
  const found = useWithoutRemoved(kept);
  const { list } = kinds[kind];
  const go = useGo();
  const details = useDetails(kept);
  const remove = useDelete(kind);
  const [asks, setAsks] = useState<"submit" | "delete">();
  const [saving, setSaving] = useState(false);
  const submit = useSubmit(kind);
  const sell = useSell(found);
  const arePhotosComing = useStore(uploads, ({ list }) =>
    list.some((one) => one.assetId === found._id && isUnderWay(one)),
  );
  const isFileComing = useIsUploading(found);
  useAwayNotice(found);
  const { _id: id, title } = found;

  async function act(what: "submit" | "activate" | "deactivate") {
    if (what !== "submit") {
      sell.mutate(what, {
        onSuccess: () =>
          toast.success(what === "activate" ? onSaleText(kind) : t("It is off sale.")),
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
      <PageHeader title={title}>{soldText(found)}</PageHeader>
      <StateBanner
        asset={found}
        isUploading={arePhotosComing || isFileComing}
        pending={saving ? "submit" : sell.isPending ? sell.variables : undefined}
        onAct={act}
      />
      {found.isTakenDown ? (
        <TakenDown asset={found} aside={aside?.(found)} />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(340px,400px)]">
          {children(kept)}
          <div className="grid gap-5">
            <DetailsCard asset={found} details={details} />
            {aside?.(found)}
            <Button
              variant="ghost"
              className="justify-self-start"
              onClick={() => setAsks("delete")}
            >
              <Trash2 size={18} aria-hidden />
              {t(
                "{kind, select, gallery {Delete this gallery} video {Delete this video} other {Delete this product}}",
                { kind },
              )}
            </Button>
          </div>
        </div>
      )}
      {asks === "submit" && (
        <SubmitDialog
          kind={kind}
          title={
            kind === "gallery"
              ? t("Submit {count, plural, one {# photo} other {# photos}}", {
                  count: found.numPhotos,
                })
              : t("{kind, select, video {Submit this video} other {Submit this product}}", { kind })
          }
          outlook={outlookOf(found)}
          onSubmit={send}
          onClose={() => setAsks(undefined)}
        />
      )}
      {asks === "delete" && (
        <ConfirmDialog
          open
          onClose={() => setAsks(undefined)}
          title={t(
            "{kind, select, gallery {Delete this gallery?} video {Delete this video?} other {Delete this product?}}",
            { kind },
          )}
          description={deletionText(found)}
          verb={t("Delete")}
          onConfirm={async () => {
            await remove.mutateAsync(id);
            details.discard();
            toast.success(t("“{title}” is deleted.", { title }));
            go(list(), { replace: true });
          }}
        />
      )}
    </>
  );
}

/** The asset without the photos that are about to be deleted. */
function useWithoutRemoved(kept: OwnAsset): OwnAsset {
  const removed = useStore(removals);
  const here = removed.filter(({ assetId }) => assetId === kept._id).length;
  return here === 0 ? kept : { ...kept, numPhotos: kept.numPhotos - here };
}

function soldText({ price, sold, earned }: OwnAsset): string {
  return sold > 0
    ? t(
        "Sold {sold, plural, one {# time} other {# times}}, you earned {earned, plural, one {# token} other {# tokens}}",
        { sold, earned },
      )
    : t("{count, plural, one {# token} other {# tokens}}, nobody has bought it yet", {
        count: price,
      });
}

function sentText({ type, status, publishAt }: OwnAsset): string {
  if (status === "pending") return t("Submitted. You are told as soon as it is decided.");
  if (status === "inactive" && publishAt)
    return t("It goes on sale on {when}.", { when: formatDateTime(publishAt) });
  return onSaleText(type);
}

function onSaleText(kind: Kind): string {
  return t(
    "{kind, select, gallery {Your gallery is on sale.} video {Your video is on sale.} other {Your product is on sale.}}",
    { kind },
  );
}

function outlookOf({ publishAt, price }: OwnAsset): string {
  return publishAt === undefined
    ? t(
        "When it is approved it goes on sale for {count, plural, one {# token} other {# tokens}} at once.",
        { count: price },
      )
    : t(
        "When it is approved it goes on sale for {count, plural, one {# token} other {# tokens}} on {when}.",
        { count: price, when: formatDateTime(publishAt) },
      );
}

function deletionText({ type, title, sold, numPhotos }: OwnAsset): string {
  const what =
    type === "gallery"
      ? t(
          "“{title}” with its {count, plural, one {# photo} other {# photos}} is deleted for good.",
          { title, count: numPhotos },
        )
      : t("“{title}” with its files is deleted for good.", { title });
  if (sold === 0) return what;
  const buyers = t(
    "Its {count, plural, one {# buyer keeps} other {# buyers keep}} what they bought.",
    { count: sold },
  );
  return `${what} ${buyers}`;
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
