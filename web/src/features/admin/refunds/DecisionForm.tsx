import { type ReactNode, useState } from "react";
import { countOf } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Textarea, TextField } from "@/ui/Field";
import { Checkbox } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { useDecide } from "./api";

const [least, most] = [10, 500];
const amount = /^\d{1,12}(\.\d{1,2})?$/;

/** Whether the text is an amount of tokens above nothing. */
export function isAmount(text: string): boolean {
  return amount.test(text) && Number(text) > 0;
}

export type Draft = { token: string; siteAbsorbs: boolean };

type DecisionFormProps = {
  id: string;
  /** What can be given back. */
  left: number;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** Who would give what of the draft. */
  preview: ReactNode;
};

/** Gives tokens back, all or a part, or rejects the request. It cannot be undone, so both ask again. */
export function DecisionForm({ id, left, draft, onDraft, preview }: DecisionFormProps) {
  const decide = useDecide();
  const [note, setNote] = useState("");
  const [noteProblem, setNoteProblem] = useState<string>();
  const [asks, setAsks] = useState<"resolved" | "rejected">();
  const token = draft.token.trim();
  const tooMuch = isAmount(token) && Number(token) > left;
  const amountProblem =
    token !== "" && (!isAmount(token) || tooMuch)
      ? `Must be an amount of tokens, at most ${left}`
      : undefined;
  const given = token === "" ? left : Number(token);

  function ask(status: "resolved" | "rejected") {
    const length = note.trim().length;
    const isNoted = length >= least && length <= most;
    setNoteProblem(isNoted ? undefined : `Must have ${least} to ${most} characters`);
    if (isNoted && (status === "rejected" || !amountProblem)) setAsks(status);
  }

  async function confirm(status: "resolved" | "rejected") {
    await decide.mutateAsync({
      id,
      status,
      ...(status === "resolved" && token !== "" && { token: given }),
      siteAbsorbs: status === "resolved" && draft.siteAbsorbs,
      note,
    });
    toast.success(
      status === "resolved"
        ? `${countOf(given, "token")} are given back.`
        : "The request is rejected.",
    );
  }

  return (
    <Card title="Decide">
      <form
        noValidate
        aria-label="Decide"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          ask("resolved");
        }}
      >
        {left > 0 ? (
          <>
            <TextField
              label="Tokens to give back"
              inputMode="decimal"
              autoComplete="off"
              placeholder={`All: ${left}`}
              hint="Empty: all that is left of the payment."
              value={draft.token}
              error={amountProblem}
              onChange={({ target }) => onDraft({ ...draft, token: target.value })}
            />
            {preview}
            <Checkbox
              label="The site absorbs what they no longer have"
              hint="Otherwise they owe it, and later earnings repay it."
              checked={draft.siteAbsorbs}
              onChange={({ target }) => onDraft({ ...draft, siteAbsorbs: target.checked })}
            />
          </>
        ) : (
          <p className="text-label text-fg2">
            All of this payment was given back already. The request can only be rejected.
          </p>
        )}
        <Textarea
          label="Note to the member"
          hint="Mailed to the member, and kept in the audit log."
          maxLength={most}
          required
          value={note}
          error={noteProblem}
          onChange={({ target }) => setNote(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="danger" onClick={() => ask("rejected")}>
            Reject
          </Button>
          {left > 0 && (
            <Button type="submit" variant="brand">
              {amountProblem ? "Give back" : `Give back ${countOf(given, "token")}`}
            </Button>
          )}
        </div>
      </form>
      {asks && (
        <ConfirmDialog
          open
          onClose={() => setAsks(undefined)}
          title={
            asks === "resolved" ? `Give back ${countOf(given, "token")}?` : "Reject the request?"
          }
          description="The member is told at once. This is final: nobody can ask about this payment again."
          verb={asks === "resolved" ? "Give back" : "Reject"}
          onConfirm={() => confirm(asks)}
        />
      )}
    </Card>
  );
}
