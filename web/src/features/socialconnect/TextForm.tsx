import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import * as z from "zod/mini";
import { cx } from "@/lib/cx";
import { required } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { Textarea } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { SaveButton } from "@/ui/SaveButton";
import { Skeleton } from "@/ui/Skeleton";
import { LoadFailure } from "@/ui/States";
import { Switch } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { useSettled } from "@/ui/useSettled";
import { type Connection, preview, useChange } from "./api";
import { t } from "./texts";

const schema = z.object({ isActive: z.boolean(), autoTweet: z.boolean(), text: required() });

const variables = (): [name: string, label: string][] => [
  ["{name}", t("My name")],
  ["{headline}", t("My headline")],
  ["{url}", t("Address of my room")],
  ["{time}", t("Date and time")],
];

/** Whether and what is posted, with a preview as X would show and count it. */
export function TextForm({ connection }: { connection: Connection }) {
  const { isActive, autoTweet, text } = connection;
  const change = useChange();
  const form = useForm(schema, { isActive, autoTweet, text });
  const area = useRef<HTMLTextAreaElement>(null);
  const { ref, ...bound } = field(form, "text");

  /** Puts a variable where the cursor is. */
  function insert(name: string) {
    const at = area.current;
    const typed = form.getValues("text");
    const from = at?.selectionStart ?? typed.length;
    const to = at?.selectionEnd ?? typed.length;
    form.setValue("text", typed.slice(0, from) + name + typed.slice(to), { shouldDirty: true });
    at?.focus();
    at?.setSelectionRange(from + name.length, from + name.length);
  }

  return (
    <Form
      form={form}
      aria-label={t("What is posted")}
      onSubmit={async (values) => {
        await change.mutateAsync(values);
        toast.success(t("Saved"));
      }}
    >
      <div>
        <Switch
          label={t("Post when I go live")}
          hint={t("In public, at most once an hour.")}
          {...form.register("autoTweet")}
        />
        <Switch
          label={t("Use this connection")}
          hint={t("Off: it stays connected, and nothing is posted.")}
          {...form.register("isActive")}
        />
      </div>
      <div className="grid gap-2">
        <Textarea
          label={t("Text")}
          rows={3}
          maxLength={500}
          required
          {...bound}
          ref={(element) => {
            ref(element);
            area.current = element;
          }}
        />
        <fieldset>
          <legend className="sr-only">{t("Insert")}</legend>
          <div className="flex flex-wrap gap-2">
            {variables().map(([name, label]) => (
              <Button key={name} size="sm" onClick={() => insert(name)}>
                {label}
              </Button>
            ))}
          </div>
        </fieldset>
      </div>
      <Preview text={form.watch("text")} />
      <SaveButton pending={form.formState.isSubmitting} />
    </Form>
  );
}

function Preview({ text }: { text: string }) {
  const settled = useSettled(text);
  const shown = useQuery({ ...preview(settled), placeholderData: keepPreviousData });
  const { data } = shown;
  const isLong = data !== undefined && data.length > data.most;
  return (
    <section aria-label={t("Preview")} className="rounded-md border border-line bg-s2 p-4">
      <div className="flex items-baseline gap-3">
        <h3 className="text-label font-semibold">{t("Preview")}</h3>
        {data && (
          <span
            role="status"
            className={cx("tnum ms-auto text-caption", isLong ? "text-danger-ink" : "text-fg3")}
          >
            {t("{length} of {most}", { length: data.length, most: data.most })}
          </span>
        )}
      </div>
      {data ? (
        <p dir="auto" className="mt-2 text-body whitespace-pre-line [overflow-wrap:anywhere]">
          {data.text}
        </p>
      ) : (
        !shown.error && <Skeleton className="mt-2 h-6 rounded-sm" />
      )}
      <LoadFailure query={shown} what={t("The preview")} />
    </section>
  );
}
