import { type ReactNode, useState } from "react";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Textarea, TextField } from "@/ui/Field";
import { Checkbox } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { useDecide } from "./api";
import { t } from "./texts";

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
      ? t("Must be an amount of tokens, at most {left}", { left })
      : undefined;
  const given = token === "" ? left : Number(token);

  function ask(status: "resolved" | "rejected") {
    const length = note.trim().length;
    const isNoted = length >= least && length <= most;
    setNoteProblem(
      isNoted ? undefined : t("Must have {least} to {most} characters", { least, most }),
    );
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
        ? t("{count, plural, one {# token is} other {# tokens are}} given back.", { count: given })
        : t("The request is rejected."),
    );
  }

  return (
    <Card title={t("Decide")}>
      <form
        noValidate
        aria-label={t("Decide")}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          ask("resolved");
        }}
      >
        {left > 0 ? (
          <>
            <TextField
              label={t("Tokens to give back")}
              inputMode="decimal"
              autoComplete="off"
              placeholder={t("All: {left}", { left })}
              hint={t("Empty: all that is left of the payment.")}
              value={draft.token}
              error={amountProblem}
              onChange={({ target }) => onDraft({ ...draft, token: target.value })}
            />
            {preview}
            <Checkbox
              label={t("The site absorbs what they no longer have")}
              hint={t("Otherwise they owe it, and later earnings repay it.")}
              checked={draft.siteAbsorbs}
              onChange={({ target }) => onDraft({ ...draft, siteAbsorbs: target.checked })}
            />
          </>
        ) : (
          <p className="text-label text-fg2">
            {t("All of this payment was given back already. The request can only be rejected.")}
          </p>
        )}
        <Textarea
          label={t("Note to the member")}
          hint={t("Mailed to the member, and kept in the audit log.")}
          maxLength={most}
          required
          value={note}
          error={noteProblem}
          onChange={({ target }) => setNote(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="danger" onClick={() => ask("rejected")}>
            {t("Reject")}
          </Button>
          {left > 0 && (
            <Button type="submit" variant="brand">
              {amountProblem
                ? t("Give back")
                : t("Give back {count, plural, one {# token} other {# tokens}}", { count: given })}
            </Button>
          )}
        </div>
      </form>
      {asks && (
        <ConfirmDialog
          open
          onClose={() => setAsks(undefined)}
          title={
            asks === "resolved"
              ? t("Give back {count, plural, one {# token} other {# tokens}}?", { count: given })
              : t("Reject the request?")
          }
          description={t(
            "The member is told at once. This is final: nobody can ask about this payment again.",
          )}
          verb={asks === "resolved" ? t("Give back") : t("Reject")}
          onConfirm={() => confirm(asks)}
        />
      )}
    </Card>
  );
}
