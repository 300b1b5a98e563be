import * as z from "zod/mini";
import { optional, required } from "@/lib/validate";
import { Textarea } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { type Account, useAct } from "./api";
import { t } from "./texts";

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
    onDone(
      kind === "suspend"
        ? t("{username} is suspended.", { username })
        : t("{username} is restored.", { username }),
    );
  }

  return (
    <FormDialog
      open={account !== undefined}
      onClose={onClose}
      title={
        kind === "suspend"
          ? t("Suspend {username}?", { username })
          : t("Restore {username}?", { username })
      }
      description={
        kind === "suspend"
          ? t(
              "They are logged out everywhere at once, a show under way ends, and they are mailed the reason.",
            )
          : t("They can log in again. Suspended because: {reason}.", {
              reason: account?.statusReason || t("no reason given"),
            })
      }
      form={form}
      onSubmit={submit}
      label={t("Reason")}
      verb={kind === "suspend" ? t("Suspend") : t("Restore")}
      variant={kind === "suspend" ? "danger" : "brand"}
    >
      <Textarea
        label={t("Reason")}
        maxLength={500}
        required={kind === "suspend"}
        {...field(form, "reason")}
      />
    </FormDialog>
  );
}
