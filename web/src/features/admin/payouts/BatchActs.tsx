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
import { t } from "./texts";

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
    act.mutate(
      { kind: "approve" },
      { onSuccess: () => toast.success(t("The batch is approved.")) },
    );
  }

  function download() {
    act.mutate({ kind: "export" }, { onSuccess: (file) => file && saveFile(file, fileName) });
  }

  return (
    <div className="grid gap-3">
      {isOwn && (
        <p role="status" className="rounded-md bg-gold-soft p-3 text-label text-gold-ink">
          {t("You made this batch, and it is above the limit. Another admin must approve it.")}
        </p>
      )}
      {act.error && <FieldError>{messageOf(act.error)}</FieldError>}
      <div className="flex flex-wrap gap-2">
        {state === "frozen" && !isOwn && (
          <Button variant="brand" pending={act.isPending} onClick={approve}>
            {t("Approve")}
          </Button>
        )}
        {state !== "frozen" && (
          <Button
            variant={exportedAt ? "outline" : "brand"}
            pending={act.isPending}
            onClick={download}
          >
            <Download size={18} aria-hidden />
            {t("Download the file")}
          </Button>
        )}
        {state === "approved" && (
          <Button
            variant={exportedAt ? "brand" : "outline"}
            disabled={!exportedAt}
            onClick={() => setAsks("paid")}
          >
            {t("Mark as paid")}
          </Button>
        )}
        {state !== "paid" && (
          <Button variant="ghost" onClick={() => setAsks("discard")}>
            {t("Discard")}
          </Button>
        )}
      </div>
      {state === "approved" && !exportedAt && (
        <p className="text-caption text-fg3">
          {t("Download the file before you mark it as paid.")}
        </p>
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
    act.mutate({ kind: "keep" }, { onSuccess: () => toast.success(t("The batch is kept.")) });
  }

  return (
    <div className="grid gap-3">
      <p role="status" className="rounded-md bg-gold-soft p-3 text-label text-gold-ink">
        {isOwn
          ? t(
              "You have said that the bank will not pay this file. Another admin must say so too before it is discarded.",
            )
          : t(
              "Another admin has said that the bank will not pay this file. Ask the bank before you say so too: if it pays, people are paid twice.",
            )}
      </p>
      {act.error && <FieldError>{messageOf(act.error)}</FieldError>}
      <div className="flex flex-wrap gap-2">
        {!isOwn && (
          <Button variant="danger" onClick={() => setAsks(true)}>
            {t("Discard")}
          </Button>
        )}
        <Button variant="outline" pending={act.isPending} onClick={keep}>
          {t("Keep the batch")}
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
    toast.success(t("The batch is paid."));
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Is it paid?")}
      description={t(
        "Every request of the batch is marked as paid, but for those that the bank sent back. It cannot be undone. Where there is another admin, they decide what becomes of what was sent back.",
      )}
    >
      <fieldset className="mt-4 mb-5">
        <legend className="text-label font-semibold">{t("What the bank did not pay")}</legend>
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
        label={t("Reference of the payment")}
        hint={t("As the bank or the wallet gives it.")}
        isRequired
        verb={t("The rest is paid")}
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
      setProblem(t("Confirm it, or leave the batch as it is."));
      return;
    }
    await act.mutateAsync({ kind: "discard", reason, notPaid });
    toast.success(
      notPaid
        ? t("You have said that the bank will not pay it.")
        : t("The batch is discarded. Its requests can be paid otherwise."),
    );
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Discard this batch?")}
      description={
        notPaid
          ? t(
              "The file has been downloaded. Discard it only if you are sure that the bank will not pay it, or people are paid twice. Where there is another admin, they must say so too.",
            )
          : t("Its requests are free again, and the file is never given out.")
      }
    >
      <div className="mt-4 grid gap-4">
        {notPaid && (
          <Checkbox
            checked={isSure}
            onChange={() => setIsSure(!isSure)}
            label={t("The bank has not paid this file, and will not")}
            error={isSure ? undefined : problem}
          />
        )}
        <WordsForm
          name="reason"
          label={t("Reason")}
          hint={t("It is in the audit log.")}
          isRequired
          verb={t("Discard the batch")}
          variant="danger"
          onSubmit={discard}
          onCancel={onClose}
        />
      </div>
    </Dialog>
  );
}
