import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { required } from "@/lib/validate";
import { Button, IconButton } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { LoadFailure } from "@/ui/States";
import { broadcastKeys, type Me, me, say } from "./api";
import { t } from "./texts";

/** Characters of a headline, which is also the title of a show. */
export const maxHeadline = 120;

/**
 * What stands on her card and above her room. Beginning a show changes it to the show's title,
 * so it is asked for anew: `title` stands there until the answer.
 */
export function useHeadline(title = "") {
  const found = useQuery({ ...me(), refetchOnMount: "always" });
  const { data, isFetchedAfterMount } = found;
  return { found, performer: data, headline: (isFetchedAfterMount && data?.headline) || title };
}

/** Changes the headline at any time, also while she is on air. */
export function HeadlineButton({
  title,
  brief = false,
}: {
  title?: string | undefined;
  brief?: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { found, performer, headline } = useHeadline(title);
  const open = () => setIsOpen(true);
  return (
    <>
      <LoadFailure query={found} what={t("Your headline")} />
      {brief ? (
        <IconButton label={t("Change the headline")} onClick={open}>
          <Pencil size={18} aria-hidden />
        </IconButton>
      ) : (
        <div className="flex items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="text-label font-semibold">{t("Headline")}</p>
            <p className="truncate text-caption text-fg2">{headline || t("None yet")}</p>
          </div>
          <Button variant="outline" onClick={open} aria-label={t("Change the headline")}>
            {t("Change")}
          </Button>
        </div>
      )}
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={t("Change the headline")}>
        {performer && (
          <HeadlineForm performer={performer} headline={headline} onDone={() => setIsOpen(false)} />
        )}
      </Dialog>
    </>
  );
}

const schema = z.object({ headline: required() });

type HeadlineFormProps = { performer: Me; headline: string; onDone: () => void };

function HeadlineForm({ performer, headline, onDone }: HeadlineFormProps) {
  const queries = useQueryClient();
  const form = useForm(schema, { headline });

  async function save(values: z.output<typeof schema>) {
    queries.setQueryData(broadcastKeys.me, await say(performer.availability, values.headline));
    onDone();
  }

  return (
    <Form form={form} onSubmit={save} aria-label={t("Headline")}>
      <TextField
        label={t("Headline")}
        hint={t("On your card and above your room.")}
        maxLength={maxHeadline}
        required
        data-autofocus
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
