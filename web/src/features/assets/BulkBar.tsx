import { X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { countOf } from "@/lib/format";
import type { OwnAsset } from "@/store/own";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { lazyPart } from "@/ui/lazyPart";
import { type BulkAction, type Consents, useBulk, useSubmit } from "./api";
import type { Outcome } from "./BulkOutcome";
import { type Kind, kinds } from "./kinds";

const SubmitDialog = lazyPart(() => import("./SubmitDialog").then((file) => file.SubmitDialog));

type BulkBarProps = {
  kind: Kind;
  chosen: readonly OwnAsset[];
  onClear: () => void;
  onDone: (outcome: Outcome) => void;
};

type Asked = { title: string; text: string; verb: string; done: string };

const questions: Readonly<Record<BulkAction, (what: string) => Asked>> = {
  activate: (what) => ({
    title: `Put ${what} on sale?`,
    text: "What is approved and off sale can be bought at once, also what waits for its time.",
    verb: "Put on sale",
    done: "on sale",
  }),
  deactivate: (what) => ({
    title: `Take ${what} off sale?`,
    text: "Members no longer find them. Who bought one keeps it.",
    verb: "Take off sale",
    done: "off sale",
  }),
  delete: (what) => ({
    title: `Delete ${what}?`,
    text: "They are deleted for good, with their photos and files. Who bought one keeps it.",
    verb: "Delete",
    done: "deleted",
  }),
};

/** Stays in sight while assets are chosen: one thing for all of them. */
export function BulkBar({ kind, chosen, onClear, onDone }: BulkBarProps) {
  const { one, many } = kinds[kind];
  const bulk = useBulk(kind);
  const submit = useSubmit(kind);
  const [asks, setAsks] = useState<BulkAction | "submit">();
  const what = countOf(chosen.length, one, many);
  const asked = asks !== undefined && asks !== "submit" ? questions[asks](what) : undefined;

  async function doIt(action: BulkAction, verb: string) {
    const { done, refused } = await bulk.mutateAsync({
      ids: chosen.map(({ _id }) => _id),
      action,
    });
    const why = new Map(refused.map(({ _id, message }) => [_id, message]));
    onDone({
      verb,
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
    onDone({ verb: "submitted", done: chosen.length - refused.length, refused });
  }

  return (
    <section
      aria-label={`Chosen ${many}`}
      className="rise sticky bottom-[calc(var(--tabbar)+12px)] z-20 mt-4 flex flex-wrap items-center gap-2 rounded-lg border border-line2 bg-s2 p-3 pl-4 shadow-float lg:bottom-3"
    >
      <p role="status" className="mr-auto text-label font-semibold">
        {what} chosen
      </p>
      <IconButton label="Choose none" className="sm:order-last" onClick={onClear}>
        <X size={18} aria-hidden />
      </IconButton>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
        <Button variant="outline" onClick={() => setAsks("submit")}>
          Submit
        </Button>
        <Button variant="outline" onClick={() => setAsks("activate")}>
          Put on sale
        </Button>
        <Button variant="outline" onClick={() => setAsks("deactivate")}>
          Take off sale
        </Button>
        <Button variant="danger" onClick={() => setAsks("delete")}>
          Delete
        </Button>
      </div>
      {asks === "submit" && (
        <SubmitDialog
          kind={kind}
          title={`Submit ${what}`}
          outlook={`What you confirm holds for every chosen ${one}. Approved ones go on sale at once, or at the time you have set.`}
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
          onConfirm={() => doIt(asks, asked.done)}
        />
      )}
    </section>
  );
}
