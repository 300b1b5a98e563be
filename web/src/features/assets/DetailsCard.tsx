import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { zoneName } from "@/lib/range";
import { categories } from "@/settings/api";
import type { OwnAsset } from "@/store/own";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Chip } from "@/ui/Chip";
import { FieldError, Textarea, TextField } from "@/ui/Field";
import { Form, field } from "@/ui/Form";
import { lazyPart } from "@/ui/lazyPart";
import { LoadFailure } from "@/ui/States";
import { TagsField } from "@/ui/TagsField";
import { Switch } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import type { Details, DetailsForm } from "./details";
import { PriceField } from "./PriceField";
import { t } from "./texts";
import { bounds } from "./words";

const ProductTypeFields = lazyPart(() =>
  import("./ProductTypeFields").then((file) => file.ProductTypeFields),
);

type DetailsCardProps = { asset: OwnAsset; details: Details };

/** What the asset is called, costs and is found by, and when it goes on sale. */
export function DetailsCard({ asset, details }: DetailsCardProps) {
  const { form, save, discard, isDirty } = details;
  const { type, status, title } = asset;
  const isNewTitle = status === "active" && form.watch("title").trim() !== title;
  return (
    <Card title={t("Details")}>
      <Form
        form={form}
        unsaved="drop"
        aria-label={t("Details")}
        onSubmit={async (checked) => {
          await save(checked);
          toast.success(t("Saved"));
        }}
      >
        <TextField
          label={t("Title")}
          maxLength={bounds.title}
          required
          {...(isNewTitle && { hint: t("A new title is reviewed before members see it.") })}
          {...field(form, "title")}
        />
        <Textarea
          label={t("Description")}
          rows={4}
          maxLength={bounds.description}
          hint={t("What buyers get. It may be changed at any time without a review.")}
          {...field(form, "description")}
        />
        <div className="max-w-56">
          <PriceField {...field(form, "price")} />
        </div>
        {type === "product" && <ProductTypeFields form={form} asset={asset} />}
        <Categories form={form} />
        <TagsField
          tags={form.watch("tags")}
          error={field(form, "tags").error}
          onChange={(tags) => form.setValue("tags", tags, { shouldDirty: true })}
        />
        {status !== "active" && <Schedule form={form} />}
        <div className="flex items-center justify-end gap-2">
          {isDirty && (
            <>
              <p className="me-auto text-caption text-gold-ink">{t("Not saved yet")}</p>
              <Button variant="ghost" disabled={form.formState.isSubmitting} onClick={discard}>
                {t("Discard")}
              </Button>
            </>
          )}
          <Button
            type="submit"
            variant="brand"
            disabled={!isDirty}
            pending={form.formState.isSubmitting}
          >
            {t("Save")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Categories({ form }: { form: DetailsForm }) {
  const all = useQuery(categories());
  const chosen = form.watch("categoryIds");
  const isFull = chosen.length >= bounds.categories;
  const { error } = field(form, "categoryIds");

  function toggle(id: string) {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
    form.setValue("categoryIds", next, { shouldDirty: true });
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-label font-semibold">
        {t("Categories")}{" "}
        <span className="font-normal text-fg3">
          {t("up to {count}", { count: bounds.categories })}
        </span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {all.data?.map(({ _id, name }) => (
          <Chip
            key={_id}
            selected={chosen.includes(_id)}
            disabled={isFull && !chosen.includes(_id)}
            onClick={() => toggle(_id)}
          >
            {name}
          </Chip>
        ))}
      </div>
      <LoadFailure query={all} what={t("The categories")} />
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}

function Schedule({ form }: { form: DetailsForm }) {
  return (
    <div className="grid gap-3 rounded-md border border-line bg-s2/40 p-4">
      <Switch
        label={
          <span className="flex items-center gap-2">
            <CalendarClock size={18} aria-hidden className="text-fg3" />
            {t("Put on sale at a time of my own")}
          </span>
        }
        hint={t("Otherwise it is on sale as soon as it is approved.")}
        {...form.register("isScheduled")}
      />
      {form.watch("isScheduled") && (
        <TextField
          label={t("On sale from")}
          type="datetime-local"
          hint={t("In your time zone, {zone}", { zone: zoneName() })}
          required
          {...field(form, "publishAt")}
        />
      )}
    </div>
  );
}
