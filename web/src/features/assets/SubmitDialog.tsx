import { ShieldCheck } from "lucide-react";
import type { ComponentProps } from "react";
import * as z from "zod/mini";
import { ApiError, messageOf } from "@/api/errors";
import { formTexts } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { FieldError, Textarea } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { Checkbox } from "@/ui/Toggle";
import type { Consents } from "./api";
import { type Kind, kinds } from "./kinds";
import { t } from "./texts";
import { bounds } from "./words";

const ticked = () =>
  z.boolean().check(z.refine((value) => value, { error: () => formTexts.required }));

const schema = z
  .object({
    seen: z.enum(["me", "others"], { error: () => formTexts.required }),
    others: z.string(),
    adults: ticked(),
    depicted: ticked(),
    published: ticked(),
    downloadable: ticked(),
  })
  .check(
    z.check(({ value: { seen, others }, issues }) => {
      const names = namesOf(others);
      const message = problemOf(names);
      if (seen === "others" && message !== undefined)
        issues.push({ code: "custom", message, input: others, path: ["others"] });
    }),
  );

const agreements = ["adults", "depicted", "published", "downloadable"] as const;

type SubmitDialogProps = {
  kind: Kind;
  title: string;
  /** What happens when it is approved. */
  outlook: string;
  /** The dialog closes when it succeeds, and says why when it does not. */
  onSubmit: (consents: Consents) => Promise<unknown>;
  onClose: () => void;
};

/** Who is to be seen, and what they agreed to, before something is submitted. */
export function SubmitDialog({ kind, title, outlook, onSubmit, onClose }: SubmitDialogProps) {
  const form = useForm(schema, {
    others: "",
    adults: false,
    depicted: false,
    published: false,
    downloadable: false,
  });
  const { errors, isSubmitting } = form.formState;
  const { statements } = kinds[kind];

  async function send({ seen, others, ...agreed }: z.output<typeof schema>) {
    const onlyMe = seen === "me";
    await onSubmit({ ...agreed, onlyMe, ...(!onlyMe && { others: namesOf(others) }) }).catch(
      inPlace,
    );
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={t(
        "Before a {kind, select, gallery {gallery} video {video} other {product}} can be sold we must know who is to be seen, and that they agreed.",
        { kind },
      )}
    >
      <Form form={form} onSubmit={send} className="mt-5" aria-label={t("Submit")}>
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-label font-semibold">{t("Who is to be seen?")}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            <Choice
              label={kind === "product" ? t("Nobody, or only me") : t("Only me")}
              value="me"
              {...form.register("seen")}
            />
            <Choice label={t("Other people too")} value="others" {...form.register("seen")} />
          </div>
          {errors.seen?.message && <FieldError>{errors.seen.message}</FieldError>}
        </fieldset>
        {form.watch("seen") === "others" && (
          <Textarea
            label={t("Their full names")}
            hint={t("One on each line. Buyers never see them.")}
            rows={3}
            required
            {...field(form, "others")}
          />
        )}
        <fieldset className="grid">
          <legend className="mb-1 text-label font-semibold">{t("I confirm")}</legend>
          {agreements.map((name) => (
            <Checkbox key={name} label={statements[name]} {...field(form, name)} />
          ))}
        </fieldset>
        <p className="rounded-md bg-s2 px-4 py-3 text-caption text-fg2">{outlook}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button type="submit" variant="brand" pending={isSubmitting}>
            <ShieldCheck size={18} aria-hidden />
            {t("Confirm and submit")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

type ChoiceProps = ComponentProps<"input"> & { label: string };

function Choice({ label, ...rest }: ChoiceProps) {
  return (
    <label className="flex min-h-12 items-center gap-3 rounded-md border border-line bg-s2 px-4 text-label font-medium has-checked:border-brand-ink has-focus-visible:outline-2 has-focus-visible:outline-brand-ink">
      <input
        type="radio"
        className="size-5 shrink-0 appearance-none rounded-full border border-line2 bg-s1 checked:border-[6px] checked:border-brand"
        {...rest}
      />
      {label}
    </label>
  );
}

function namesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function problemOf(names: readonly string[]): string | undefined {
  if (names.length === 0) return formTexts.required;
  if (names.length > bounds.people) return t("Name at most {count}", { count: bounds.people });
  if (names.some((name) => name.length > bounds.name))
    return t("A name has at most {count} characters", { count: bounds.name });
  return undefined;
}

// The server names a refused field with the object around it.
function inPlace(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const fields = Object.entries(error.fields).map(([name, text]) => [
    name.replace(/^consents\./, "").replace("onlyMe", "others"),
    text,
  ]);
  throw new ApiError(error.status, messageOf(error), { fields: Object.fromEntries(fields) });
}
