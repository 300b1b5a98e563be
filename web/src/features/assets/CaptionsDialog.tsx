import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { file, formTexts, optional, required } from "@/lib/validate";
import { languageChoices } from "@/performers/choices";
import { languages } from "@/performers/languages";
import { Select, TextField } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { FormFile } from "@/ui/FormFile";
import { LoadFailure } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useAddCaptions } from "./api";
import { t } from "./texts";

const endings = ["vtt", "srt"] as const;
const maxBytes = 1024 * 1024;

const schema = z.object({
  captions: file().check(
    z.check(({ value, issues }) => {
      const message = problemOf(value);
      if (message !== undefined) issues.push({ code: "custom", message, input: value });
    }),
  ),
  language: required(),
  label: optional().check(z.maxLength(60, { error: () => t("Must have at most 60 characters") })),
});

function problemOf({ name, size }: File): string | undefined {
  if (!endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`)))
    return formTexts.imageKind(endings);
  return size > maxBytes ? t("The file must be smaller than 1 MB") : undefined;
}

type CaptionsDialogProps = {
  id: string;
  /** The languages in which there are captions, which others would replace. */
  taken: readonly string[];
  onClose: () => void;
};

/** Adds captions in a language. */
export function CaptionsDialog({ id, taken, onClose }: CaptionsDialogProps) {
  const add = useAddCaptions(id);
  const spoken = useQuery(languages());
  const form = useForm(schema, { language: "", label: "" });
  const language = form.watch("language");
  const options = languageChoices(spoken.data?.data);
  return (
    <FormDialog
      onClose={onClose}
      title={t("Add captions")}
      form={form}
      className="mt-3"
      label={t("Captions")}
      onSubmit={async (values) => {
        await add.mutateAsync(values);
        toast.success(t("The captions are saved."));
        onClose();
      }}
      verb={t("Save")}
    >
      <FormFile
        form={form}
        name="captions"
        label={t("File")}
        hint={t("WebVTT or SubRip (vtt, srt), at most 1 MB")}
        accept={endings.map((ending) => `.${ending}`).join(",")}
        required
      />
      <Select
        label={t("Language")}
        placeholder={t("Choose one")}
        options={options}
        required
        {...(taken.includes(language) && {
          hint: t("They replace the captions in this language."),
        })}
        {...field(form, "language")}
      />
      <LoadFailure query={spoken} what={t("The languages")} />
      <TextField
        label={t("Name")}
        hint={t(
          "As viewers choose them, such as “English for the hard of hearing”; without one they are called as their language.",
        )}
        maxLength={60}
        {...field(form, "label")}
      />
    </FormDialog>
  );
}
