import * as z from "zod/mini";
import { required } from "@/lib/validate";
import { Textarea } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { type Act, type StaffRecording, useAct } from "./api";
import { t } from "./texts";

const schema = z.object({ reason: required() });

type ActDialogProps = { recording: StaffRecording; act: Act; onClose: () => void };

/** Asks why, before a recording is taken down, put back or deleted. */
export function ActDialog({ recording, act, onClose }: ActDialogProps) {
  const form = useForm(schema, { reason: "" });
  const perform = useAct(act);
  const words = wordsOf(act, recording.performer.username);
  return (
    <FormDialog
      form={form}
      title={words.title}
      description={words.description}
      label={words.verb}
      verb={words.verb}
      variant={act === "restore" ? "soft" : "danger"}
      onClose={onClose}
      onSubmit={async ({ reason }) => {
        await perform.mutateAsync({ id: recording._id, reason });
        onClose();
        toast.success(words.done);
      }}
    >
      <Textarea
        label={t("Reason")}
        maxLength={500}
        rows={3}
        required
        data-autofocus
        {...field(form, "reason")}
      />
    </FormDialog>
  );
}

function wordsOf(act: Act, username: string) {
  switch (act) {
    case "take-down":
      return {
        title: t("Take down the recording of {username}?", { username }),
        description: t(
          "Nobody but staff can watch it any more, not even who is watching it now. Its owner is told the reason and cannot change it until it is put back.",
        ),
        verb: t("Take down"),
        done: t("The recording is taken down."),
      };
    case "restore":
      return {
        title: t("Put back the recording of {username}?", { username }),
        description: t(
          "It is what it was before, also for those with whom it was shared. Its owner is told.",
        ),
        verb: t("Put back"),
        done: t("The recording is put back."),
      };
    case "delete":
      return {
        title: t("Delete the recording of {username}?", { username }),
        description: t(
          "It is deleted for good, and there is no copy. Its owner is told the reason.",
        ),
        verb: t("Delete for good"),
        done: t("The recording is deleted."),
      };
  }
}
