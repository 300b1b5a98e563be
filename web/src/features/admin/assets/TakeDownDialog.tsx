import * as z from "zod/mini";
import { countOf } from "@/lib/format";
import { required } from "@/lib/validate";
import { wordsOf } from "@/store/kinds";
import { photoAddress } from "@/store/photo";
import { Dialog } from "@/ui/Dialog";
import { Textarea } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { FormActions } from "@/ui/FormDialog";
import { Checkbox } from "@/ui/Toggle";
import { type Offered, useRestore, useTakeDown } from "./takedown";

const takeDownSchema = z.object({ reason: required(), endAccess: z.boolean() });

type DialogProps = {
  /** As it was looked at: what is sent is about this version of it. */
  asset: Offered;
  onClose: () => void;
  onDone: (said: string) => void;
  /** It was refused: the list is as things are now. */
  onRefused: () => void;
};

/** Takes something off sale at once, and asks what becomes of its buyers' access. */
export function TakeDownDialog({ asset, onClose, onDone, onRefused }: DialogProps) {
  const { title, isTakenDown } = asset;
  const form = useForm(takeDownSchema, {
    reason: isTakenDown ? (asset.reason ?? "") : "",
    endAccess: asset.accessEndedAt !== undefined,
  });
  const takeDown = useTakeDown();
  const ends = form.watch("endAccess");
  return (
    <Dialog
      open
      onClose={onClose}
      title={isTakenDown ? `Change what buyers of “${title}” have?` : `Take down “${title}”?`}
      description={
        isTakenDown
          ? `${aboutOf(asset)} Its owner is told what you change.`
          : `${aboutOf(asset)} It leaves lists, search and sale at once. Its owner is told the reason and cannot change it until it is put back.`
      }
    >
      <Cover asset={asset} />
      <Form
        form={form}
        onSubmit={async ({ reason, endAccess }) => {
          await takeDown.mutateAsync({ asset, reason, endAccess }).catch((error) => {
            onRefused();
            throw error;
          });
          onDone(
            isTakenDown
              ? `What buyers of “${title}” have is changed.`
              : `“${title}” is taken down.`,
          );
        }}
        className="mt-4"
        aria-label="Take down"
      >
        <Textarea
          label="Reason"
          maxLength={500}
          rows={3}
          required
          data-autofocus
          {...field(form, "reason")}
        />
        <Checkbox label="End its buyers’ access, too" {...form.register("endAccess")} />
        <p role="status" className="rounded-md bg-gold-soft px-4 py-3 text-label text-gold-ink">
          {consequence(asset, ends)}
        </p>
        <FormActions
          form={form}
          verb={isTakenDown ? "Change" : "Take down"}
          variant="danger"
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

/** What it is and whose, and how it stands. */
function aboutOf({ type, performer, isTakenDown, reason, accessEndedAt }: Offered): string {
  const what = `A ${wordsOf[type].one} of ${performer.username}`;
  if (!isTakenDown) return `${what}.`;
  return `${what}, taken down for “${reason}”; its buyers ${accessEndedAt ? "have lost it" : "keep it"}.`;
}

/** As its buyers see it. To look at it is on record, so that lists show less of it. */
function Cover({ asset: { cover, title } }: { asset: Offered }) {
  return (
    cover && (
      <img
        src={photoAddress(cover._id, "card")}
        alt={`Cover of “${title}”`}
        className="mt-4 h-40 w-full rounded-md bg-s2 object-contain"
      />
    )
  );
}

/** What the choice means for those who have paid. */
function consequence({ type, buyers, paid, accessEndedAt }: Offered, ends: boolean): string {
  if (buyers === 0) return "Nobody has bought it.";
  const who = `${countOf(buyers, "buyer")} paid ${countOf(paid, "token")} and`;
  const isOne = buyers === 1;
  if (ends) {
    const soon = type === "video" ? "within seconds, also while watching" : "within seconds";
    return `${who} ${isOne ? "loses" : "lose"} access ${soon}. No tokens move by themselves: for 14 days each may ask for a refund, however long ago it was bought, and you decide.`;
  }
  if (accessEndedAt) return `${who} ${isOne ? "has" : "have"} access again.`;
  return `${who} ${isOne ? "keeps" : "keep"} what was approved. The usual time for refunds goes on.`;
}

const restoreSchema = z.object({ reason: required() });

/** Puts something back as it was. */
export function RestoreDialog({ asset, onClose, onDone, onRefused }: DialogProps) {
  const { title } = asset;
  const form = useForm(restoreSchema, { reason: "" });
  const restore = useRestore();
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Put back “${title}”?`}
      description={`${aboutOf(asset)} It is what it was before, also for its buyers. Its owner is told the reason.`}
    >
      <Cover asset={asset} />
      <Form
        form={form}
        onSubmit={async ({ reason }) => {
          await restore.mutateAsync({ asset, reason }).catch((error) => {
            onRefused();
            throw error;
          });
          onDone(`“${title}” is put back.`);
        }}
        className="mt-4"
        aria-label="Put back"
      >
        <Textarea
          label="Reason"
          maxLength={500}
          rows={3}
          required
          data-autofocus
          {...field(form, "reason")}
        />
        <FormActions form={form} verb="Put back" variant="soft" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
