import { X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import type { OwnAsset } from "@/store/own";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { lazyPart } from "@/ui/lazyPart";
import { type BulkAction, type Consents, useBulk, useSubmit } from "./api";
import type { Outcome } from "./BulkOutcome";
import { countOfKind, type Kind } from "./kinds";
import { t } from "./texts";

const SubmitDialog = lazyPart(() => import("./SubmitDialog").then((file) => file.SubmitDialog));

type BulkBarProps = {
  kind: Kind;
  chosen: readonly OwnAsset[];
  onClear: () => void;
  onDone: (outcome: Outcome) => void;
};

type Asked = { title: string; text: string; verb: string };

const questions: Readonly<Record<BulkAction, (what: string) => Asked>> = {
  activate: (what) => ({
    title: t("Put {what} on sale?", { what }),
    text: t("What is approved and off sale can be bought at once, also what waits for its time."),
    verb: t("Put on sale"),
  }),
  deactivate: (what) => ({
    title: t("Take {what} off sale?", { what }),
    text: t("Members no longer find them. Who bought one keeps it."),
    verb: t("Take off sale"),
  }),
  delete: (what) => ({
    title: t("Delete {what}?", { what }),
    text: t("They are deleted for good, with their photos and files. Who bought one keeps it."),
    verb: t("Delete"),
  }),
};

/** Stays in sight while assets are chosen: one thing for all of them. */
export function BulkBar({ kind, chosen, onClear, onDone }: BulkBarProps) {
  const bulk = useBulk(kind);
  const submit = useSubmit(kind);
  const [asks, setAsks] = useState<BulkAction | "submit">();
  const what = countOfKind(kind, chosen.length);
  const asked = asks !== undefined && asks !== "submit" ? questions[asks](what) : undefined;

  async function doIt(action: BulkAction) {
    const { done, refused } = await bulk.mutateAsync({
      ids: chosen.map(({ _id }) => _id),
      action,
    });
    const why = new Map(refused.map(({ _id, message }) => [_id, message]));
    onDone({
      action,
      done: done.length,
      refused: chosen.flatMap((asset) => {
        const message = why.get(asset._id);
        return message === undefined ? [] : [{ asset, message }];
      }),
    });
  }

  // One after another: what is refused is said, and the others go on.
  async function submitAll(consents: Consents) {
    const refused: { asset: OwnAsset; message: string }[] = [];
    for (const asset of chosen) {
      await submit
        .mutateAsync({ id: asset._id, consents })
        .catch((error: unknown) => refused.push({ asset, message: messageOf(error) }));
    }
    onDone({ action: "submit", done: chosen.length - refused.length, refused });
  }

  return (
    <section
      aria-label={t(
        "{kind, select, gallery {Chosen galleries} video {Chosen videos} other {Chosen products}}",
        { kind },
      )}
      className="rise sticky bottom-[calc(var(--tabbar)+12px)] z-20 mt-4 flex flex-wrap items-center gap-2 rounded-lg border border-line2 bg-s2 p-3 ps-4 shadow-float lg:bottom-3"
    >
      <p role="status" className="me-auto text-label font-semibold">
        {t("{what} chosen", { what })}
      </p>
      <IconButton label={t("Choose none")} className="sm:order-last" onClick={onClear}>
        <X size={18} aria-hidden />
      </IconButton>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
        <Button variant="outline" onClick={() => setAsks("submit")}>
          {t("Submit")}
        </Button>
        <Button variant="outline" onClick={() => setAsks("activate")}>
          {t("Put on sale")}
        </Button>
        <Button variant="outline" onClick={() => setAsks("deactivate")}>
          {t("Take off sale")}
        </Button>
        <Button variant="danger" onClick={() => setAsks("delete")}>
          {t("Delete")}
        </Button>
      </div>
      {asks === "submit" && (
        <SubmitDialog
          kind={kind}
          title={t("Submit {what}", { what })}
          outlook={t(
            "What you confirm holds for every chosen {kind, select, gallery {gallery} video {video} other {product}}. Approved ones go on sale at once, or at the time you have set.",
            { kind },
          )}
          onSubmit={submitAll}
          onClose={() => setAsks(undefined)}
        />
      )}
      {asks && asks !== "submit" && asked && (
        <ConfirmDialog
          open
          onClose={() => setAsks(undefined)}
          title={asked.title}
          description={asked.text}
          verb={asked.verb}
          tone={asks === "delete" ? "danger" : "brand"}
          onConfirm={() => doIt(asks)}
        />
      )}
    </section>
  );
}
