import { Download } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { saveFile } from "@/lib/saveFile";
import { WordsForm } from "@/money/payouts/WordsForm";
import { formatMoney } from "@/money/payouts/words";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { FieldError } from "@/ui/Field";
import { Checkbox } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { type BatchView, useAct } from "./api";

type BatchActsProps = { batch: BatchView; me: string | undefined };

/** What can be done to a batch now, and why the rest cannot. */
export function BatchActs({ batch, me }: BatchActsProps) {
  const act = useAct(batch._id);
  const [asks, setAsks] = useState<"paid" | "discard">();
  const { state, creator, exportedAt, fileName } = batch;
  if (state === "discarded") return null;
  if (state === "approved" && batch.discardBy) return <DiscardWaits batch={batch} me={me} />;
  const isOwn = state === "frozen" && creator === me;

  function approve() {
    act.mutate({ kind: "approve" }, { onSuccess: () => toast.success("The batch is approved.") });
  }

  function download() {
    act.mutate({ kind: "export" }, { onSuccess: (file) => file && saveFile(file, fileName) });
  }

  return (
    <div className="grid gap-3">
      {isOwn && (
        <p role="status" className="rounded-md bg-gold-soft p-3 text-label text-gold-ink">
          You made this batch, and it is above the limit. Another admin must approve it.
        </p>
      )}
      {act.error && <FieldError>{messageOf(act.error)}</FieldError>}
      <div className="flex flex-wrap gap-2">
        {state === "frozen" && !isOwn && (
          <Button variant="brand" pending={act.isPending} onClick={approve}>
            Approve
          </Button>
        )}
        {state !== "frozen" && (
          <Button
            variant={exportedAt ? "outline" : "brand"}
            pending={act.isPending}
            onClick={download}
          >
            <Download size={18} aria-hidden />
            Download the file
          </Button>
        )}
        {state === "approved" && (
          <Button
            variant={exportedAt ? "brand" : "outline"}
            disabled={!exportedAt}
            onClick={() => setAsks("paid")}
          >
            Mark as paid
          </Button>
        )}
        {state !== "paid" && (
          <Button variant="ghost" onClick={() => setAsks("discard")}>
            Discard
          </Button>
        )}
      </div>
      {state === "approved" && !exportedAt && (
        <p className="text-caption text-fg3">Download the file before you mark it as paid.</p>
      )}
      {asks === "paid" && <PaidDialog batch={batch} onClose={() => setAsks(undefined)} />}
      {asks === "discard" && <DiscardDialog batch={batch} onClose={() => setAsks(undefined)} />}
    </div>
  );
}

/** One admin has said that the bank will not pay the exported file: another says so too, or not. */
function DiscardWaits({ batch, me }: BatchActsProps) {
  const act = useAct(batch._id);
  const [asks, setAsks] = useState(false);
  const isOwn = batch.discardBy === me;

  function keep() {
    act.mutate({ kind: "keep" }, { onSuccess: () => toast.success("The batch is kept.") });
  }

  return (
    <div className="grid gap-3">
      <p role="status" className="rounded-md bg-gold-soft p-3 text-label text-gold-ink">
        {isOwn
          ? "You have said that the bank will not pay this file. Another admin must say so too before it is discarded."
          : "Another admin has said that the bank will not pay this file. Ask the bank before you say so too: if it pays, people are paid twice."}
      </p>
      {act.error && <FieldError>{messageOf(act.error)}</FieldError>}
      <div className="flex flex-wrap gap-2">
        {!isOwn && (
          <Button variant="danger" onClick={() => setAsks(true)}>
            Discard
          </Button>
        )}
        <Button variant="outline" pending={act.isPending} onClick={keep}>
          Keep the batch
        </Button>
      </div>
      {asks && <DiscardDialog batch={batch} onClose={() => setAsks(false)} />}
    </div>
  );
}

type DialogProps = { batch: BatchView; onClose: () => void };

function PaidDialog({ batch, onClose }: DialogProps) {
  const act = useAct(batch._id);
  const [bounced, setBounced] = useState<ReadonlySet<string>>(new Set());

  function toggle(id: string) {
    const next = new Set(bounced);
    if (!next.delete(id)) next.add(id);
    setBounced(next);
  }

  async function pay(reference: string) {
    await act.mutateAsync({ kind: "paid", reference, bounced: [...bounced] });
    toast.success("The batch is paid.");
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Is it paid?"
      description="Every request of the batch is marked as paid, but for those that the bank sent back. It cannot be undone. Where there is another admin, they decide what becomes of what was sent back."
    >
      <fieldset className="mt-4 mb-5">
        <legend className="text-label font-semibold">What the bank did not pay</legend>
        <div className="max-h-56 overflow-y-auto">
          {batch.requests.map(({ _id, userInfo, amount, currency }) => (
            <Checkbox
              key={_id}
              checked={bounced.has(_id)}
              onChange={() => toggle(_id)}
              label={`${userInfo.username}, ${formatMoney(amount, currency)}`}
            />
          ))}
        </div>
      </fieldset>
      <WordsForm
        name="reference"
        label="Reference of the payment"
        hint="As the bank or the wallet gives it."
        isRequired
        verb="The rest is paid"
        variant="brand"
        onSubmit={pay}
        onCancel={onClose}
      />
    </Dialog>
  );
}

function DiscardDialog({ batch, onClose }: DialogProps) {
  const act = useAct(batch._id);
  const notPaid = batch.exportedAt !== undefined;
  const [isSure, setIsSure] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function discard(reason: string) {
    if (notPaid && !isSure) {
      setProblem("Confirm it, or leave the batch as it is.");
      return;
    }
    await act.mutateAsync({ kind: "discard", reason, notPaid });
    toast.success(
      notPaid
        ? "You have said that the bank will not pay it."
        : "The batch is discarded. Its requests can be paid otherwise.",
    );
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Discard this batch?"
      description={
        notPaid
          ? "The file has been downloaded. Discard it only if you are sure that the bank will not pay it, or people are paid twice. Where there is another admin, they must say so too."
          : "Its requests are free again, and the file is never given out."
      }
    >
      <div className="mt-4 grid gap-4">
        {notPaid && (
          <Checkbox
            checked={isSure}
            onChange={() => setIsSure(!isSure)}
            label="The bank has not paid this file, and will not"
            error={isSure ? undefined : problem}
          />
        )}
        <WordsForm
          name="reason"
          label="Reason"
          hint="It is in the audit log."
          isRequired
          verb="Discard the batch"
          variant="danger"
          onSubmit={discard}
          onCancel={onClose}
        />
      </div>
    </Dialog>
  );
}
