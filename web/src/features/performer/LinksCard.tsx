import { ArrowUp, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { required } from "@/lib/validate";
import { Badge } from "@/ui/Badge";
import { Button, IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { SaveButton } from "@/ui/SaveButton";
import { toast } from "@/ui/toast";
import { type Performer, useSetLinks } from "./api";
import { t } from "./texts";

const maxLinks = 8;

/** An address of the web, as the server takes it. */
function webAddress() {
  return required().check(
    z.refine((text) => /^https?:\/\/[^\s/@]+\.[^\s@]+$/i.test(text), {
      error: () => t("Must be an address such as https://example.com"),
    }),
  );
}

const schema = z.object({
  links: z.array(z.object({ label: required(), url: webAddress() })),
});

/** Her addresses elsewhere, in the order of her page. */
export function LinksCard({ performer }: { performer: Performer }) {
  const set = useSetLinks();
  const form = useForm(schema, {
    links: performer.links.map(({ label, url }) => ({ label, url })),
  });
  const links = form.watch("links");
  // Fields are mounted anew when they change places, and take the values of their new ones.
  const [arranged, setArranged] = useState(0);
  function arrange(changed: { label: string; url: string }[]) {
    form.setValue("links", changed, { shouldDirty: true });
    setArranged(arranged + 1);
  }
  const hidden = new Set(performer.links.filter((one) => one.hidden).map(({ url }) => url));

  async function save({ links }: z.output<typeof schema>) {
    await set.mutateAsync(links);
    toast.success(t("Saved"));
  }

  return (
    <Card title={t("Links")}>
      <Form form={form} onSubmit={save} aria-label={t("Links")}>
        <p className="text-label text-fg2">
          {t("Your pages elsewhere, shown under the words about you. They open in a new tab.")}
        </p>
        {links.map(({ url }, i) => (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: a field is known by its place, and mounted anew when that changes.
            key={`${arranged} ${i}`}
            className="grid gap-3 sm:grid-cols-[200px_minmax(0,1fr)_auto]"
          >
            <legend className="sr-only">{t("Link {number}", { number: i + 1 })}</legend>
            <TextField
              label={t("Label")}
              maxLength={40}
              required
              {...field(form, `links.${i}.label`)}
            />
            <TextField
              label={t("Address")}
              type="url"
              inputMode="url"
              placeholder="https://"
              maxLength={300}
              required
              {...(hidden.has(url) && { hint: t("Hidden by the site's staff.") })}
              {...field(form, `links.${i}.url`)}
            />
            <div className="flex items-center gap-1 sm:mt-6.5">
              {hidden.has(url) && <Badge tone="gold">{t("Hidden")}</Badge>}
              {i > 0 && (
                <IconButton
                  label={t("Move link {number} up", { number: i + 1 })}
                  onClick={() => arrange(moved(links, i))}
                >
                  <ArrowUp size={18} aria-hidden />
                </IconButton>
              )}
              <IconButton
                label={t("Remove link {number}", { number: i + 1 })}
                onClick={() => arrange(links.filter((_, at) => at !== i))}
              >
                <Trash2 size={18} aria-hidden />
              </IconButton>
            </div>
          </fieldset>
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="outline"
            disabled={links.length >= maxLinks}
            onClick={() => arrange([...links, { label: "", url: "" }])}
          >
            <Plus size={18} aria-hidden />
            {t("Add a link")}
          </Button>
          <span className="text-caption text-fg3">
            {t("{count} of {most}", { count: links.length, most: maxLinks })}
          </span>
          <span className="ms-auto">
            <SaveButton pending={form.formState.isSubmitting} />
          </span>
        </div>
      </Form>
    </Card>
  );
}

/** The list with one of its links one place higher. */
function moved<Link>(links: readonly Link[], from: number): Link[] {
  const others = links.filter((_, at) => at !== from);
  return [...others.slice(0, from - 1), ...links.slice(from, from + 1), ...others.slice(from - 1)];
}
