import * as z from "zod/mini";
import { optional } from "@/lib/validate";
import type { Message } from "@/realtime/events";
import { StorePicture } from "@/store/StorePicture";
import { Select, Textarea } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { report } from "./api";
import { t } from "./texts";

const maxNote = 1000;

const reasons = ["spam", "abuse", "fraud", "underage", "other"] as const;

const schema = z.object({ reason: z.enum(reasons), note: optional() });

const labels = () => ({
  spam: t("Advertising or spam"),
  abuse: t("Insults or threats"),
  fraud: t("Fraud"),
  underage: t("Somebody may be under 18"),
  other: t("Something else"),
});

type ReportDialogProps = {
  conversationId: string;
  name: string;
  /** A line of theirs; undefined: the whole conversation. */
  message: Message | undefined;
  onClose: () => void;
};

/** Tells staff of a line, or of somebody. */
export function ReportDialog({ conversationId, name, message, onClose }: ReportDialogProps) {
  const form = useForm(schema, { reason: "spam", note: "" });
  const options = Object.entries(labels()).map(([value, label]) => ({ value, label }));
  async function send({ reason, note }: z.output<typeof schema>) {
    const about = message ? { messageId: message._id } : {};
    await report(conversationId, { reason, note, ...about });
    toast.success(t("Thank you. Staff will look at it."));
    onClose();
  }
  return (
    <FormDialog
      form={form}
      title={message ? t("Report this message") : t("Report {name}", { name })}
      description={t("Staff see the conversation. {name} is not told.", { name })}
      label={t("Report")}
      verb={t("Send report")}
      onClose={onClose}
      onSubmit={send}
    >
      {message?.photo && (
        <div className="h-40 overflow-hidden rounded-md bg-s2">
          <StorePicture
            photo={{ ...message.photo, _id: message._id }}
            alt={t("Photo")}
            sizes="300px"
            whole
          />
        </div>
      )}
      {message?.text && (
        <p className="line-clamp-3 rounded-md bg-s2 p-3 text-label font-normal text-fg2 [overflow-wrap:anywhere]">
          {message.text}
        </p>
      )}
      <Select label={t("Why?")} options={options} {...field(form, "reason")} />
      <Textarea
        label={t("What happened? (optional)")}
        maxLength={maxNote}
        {...field(form, "note")}
      />
    </FormDialog>
  );
}
