import * as z from "zod/mini";
import { optional, required } from "@/lib/validate";
import { Textarea } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { type Account, useAct } from "./api";

type ReasonDialogProps = {
  account: Account | undefined;
  onClose: () => void;
  onDone: (text: string) => void;
};

/** Suspends with a reason, which the owner is told, or restores. */
export function ReasonDialog({ account, onClose, onDone }: ReasonDialogProps) {
  const act = useAct();
  const kind = account?.status === "suspended" ? "restore" : "suspend";
  const schema = z.object({ reason: kind === "suspend" ? required() : optional() });
  const form = useForm(schema, { reason: "" });
  const username = account?.username ?? "";

  async function submit({ reason }: z.output<typeof schema>) {
    if (account === undefined) return;
    await act.mutateAsync({ kind, id: account._id, reason });
    onDone(`${username} is ${kind === "suspend" ? "suspended" : "restored"}.`);
  }

  return (
    <FormDialog
      open={account !== undefined}
      onClose={onClose}
      title={kind === "suspend" ? `Suspend ${username}?` : `Restore ${username}?`}
      description={
        kind === "suspend"
          ? "They are logged out everywhere at once, a show under way ends, and they are mailed the reason."
          : `They can log in again. Suspended because: ${account?.statusReason || "no reason given"}.`
      }
      form={form}
      onSubmit={submit}
      label="Reason"
      verb={kind === "suspend" ? "Suspend" : "Restore"}
      variant={kind === "suspend" ? "danger" : "brand"}
    >
      <Textarea
        label="Reason"
        maxLength={500}
        required={kind === "suspend"}
        {...field(form, "reason")}
      />
    </FormDialog>
  );
}
