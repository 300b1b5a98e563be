import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { optional } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { Textarea } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { toast } from "@/ui/toast";
import { broadcastKeys, type Me, say } from "./api";
import { maxHeadline } from "./Headline";
import { t } from "./texts";

const schema = z.object({ status: z.enum(["available", "away"]), headline: optional() });

type StatusFormProps = { performer: Me; onDone: () => void };

/** Available or away, and the headline. What is typed stays when the menu is left or the server refuses. */
export function StatusForm({ performer, onDone }: StatusFormProps) {
  const queries = useQueryClient();
  const { availability, headline, isOnline } = performer;
  const form = useForm(schema, { status: availability, headline });
  const typed = [...form.watch("headline")].length;

  async function save({ status, headline }: z.output<typeof schema>) {
    queries.setQueryData(broadcastKeys.me, await say(isOnline ? status : "available", headline));
    toast.success(t("Saved"));
    onDone();
  }

  return (
    <Form
      form={form}
      onSubmit={save}
      unsaved={{ keepAs: "appearance" }}
      aria-label={t("How you appear")}
    >
      {isOnline ? (
        <fieldset>
          <legend className="mb-2 text-label font-semibold">{t("How you appear")}</legend>
          <div className="grid grid-cols-2 gap-2">
            <StatusChoice
              label={t("Available")}
              dot="bg-ok"
              {...form.register("status")}
              value="available"
            />
            <StatusChoice
              label={t("Away")}
              dot="bg-gold"
              {...form.register("status")}
              value="away"
            />
          </div>
        </fieldset>
      ) : (
        <p className="text-caption text-fg2">
          {t("You are off air. While you are on, you can say here that you are away.")}
        </p>
      )}
      <Textarea
        label={t("Headline")}
        hint={t("On your card and above your room. {typed} of {max} characters.", {
          typed,
          max: maxHeadline,
        })}
        rows={2}
        maxLength={maxHeadline}
        {...field(form, "headline")}
      />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onDone}>
          {t("Back")}
        </Button>
        <Button type="submit" variant="brand" pending={form.formState.isSubmitting}>
          {t("Save")}
        </Button>
      </div>
    </Form>
  );
}

type StatusChoiceProps = React.ComponentProps<"input"> & { label: string; dot: string };

function StatusChoice({ label, dot, ...rest }: StatusChoiceProps) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 rounded-md border border-line2 px-3 text-label font-semibold has-checked:border-brand-ink has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-brand-ink">
      <input type="radio" className="sr-only" {...rest} />
      <span aria-hidden className={`size-3 rounded-full ${dot}`} />
      {label}
    </label>
  );
}
