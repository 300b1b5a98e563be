import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { documentLimits, fileWithin, optional, required } from "@/lib/validate";
import { DocumentFile } from "@/ui/DocumentFile";
import { Select, TextField } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { LoadFailure } from "@/ui/States";
import { Checkbox } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { useKeep } from "./apiDocuments";
import { everyMember } from "./apiMembers";
import { documentKinds } from "./kinds";
import { t } from "./texts";

const schema = z.object({
  title: required(),
  kind: required(),
  member: optional(),
  toSign: z.boolean(),
  document: fileWithin(documentLimits),
});

/** Adds a document of the studio, or about somebody who belongs to it. */
export function KeepDialog({ onClose }: { onClose: () => void }) {
  const members = useQuery(everyMember());
  const keep = useKeep();
  const [sent, setSent] = useState<number>();
  const form = useForm(schema, { title: "", kind: "contract", member: "", toSign: false });
  const member = form.watch("member");

  async function send({ toSign, ...document }: z.output<typeof schema>) {
    const asked = toSign && document.member ? "true" : "";
    try {
      await keep.mutateAsync({ ...document, toSign: asked, onProgress: setSent });
    } finally {
      setSent(undefined);
    }
    toast.success(t("Added."));
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("Add a document")}
      description={t("A picture or a PDF. Who it is about can read it.")}
      form={form}
      onSubmit={send}
      label={t("Add a document")}
      verb={t("Add")}
    >
      <TextField label={t("Title")} maxLength={120} required {...field(form, "title")} />
      <Select label={t("Kind")} options={documentKinds()} required {...field(form, "kind")} />
      <LoadFailure query={members} what={t("Who belongs to your studio")} />
      <Select
        label={t("About")}
        placeholder={t("The studio")}
        options={(members.data ?? []).map(({ _id, performer }) => ({
          value: _id,
          label: performer.username,
        }))}
        {...field(form, "member")}
      />
      {member && <Checkbox label={t("Ask for a signature")} {...field(form, "toSign")} />}
      <DocumentFile form={form} name="document" label={t("File")} required progress={sent} />
    </FormDialog>
  );
}
