import * as z from "zod/mini";
import { countOf } from "@/lib/format";
import { required } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Textarea } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { Checkbox } from "@/ui/Toggle";
import { type Offered, useRestore, useTakeDown } from "./takedown";

const takeDownSchema = z.object({ reason: required(), endAccess: z.boolean() });

type DialogProps = { asset: Offered; onClose: () => void; onDone: (said: string) => void };

/** Takes something off sale at once, and asks what becomes of its buyers' access. */
export function TakeDownDialog({ asset, onClose, onDone }: DialogProps) {
  const { _id: assetId, title, buyers, paid, isTakenDown } = asset;
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
      description="It leaves lists, search and sale at once. Its owner is told the reason and cannot change it until it is put back."
    >
      <Form
        form={form}
        onSubmit={async ({ reason, endAccess }) => {
          await takeDown.mutateAsync({ assetId, reason, endAccess });
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
          {consequence(buyers, paid, ends)}
        </p>
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={form.formState.isSubmitting}>
            {isTakenDown ? "Change" : "Take down"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** What the choice means for those who have paid. */
function consequence(buyers: number, paid: number, ends: boolean): string {
  if (buyers === 0) return "Nobody has bought it.";
  const who = countOf(buyers, "buyer");
  const sum = countOf(paid, "token");
  return ends
    ? `${who} paid ${sum} and lose access within seconds, while they watch, too. No tokens move by themselves: for 14 days each may ask for a refund, however long ago it was bought, and you decide.`
    : `${who} paid ${sum} and keep what was approved. The usual time for refunds goes on.`;
}

const restoreSchema = z.object({ reason: required() });

/** Puts something back as it was. */
export function RestoreDialog({ asset, onClose, onDone }: DialogProps) {
  const { _id: assetId, title } = asset;
  const form = useForm(restoreSchema, { reason: "" });
  const restore = useRestore();
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Put back “${title}”?`}
      description="It is what it was before, also for its buyers. Its owner is told the reason."
    >
      <Form
        form={form}
        onSubmit={async ({ reason }) => {
          await restore.mutateAsync({ assetId, reason });
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
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={form.formState.isSubmitting}>
            Put back
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
