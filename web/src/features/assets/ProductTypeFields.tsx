import { FileDown, Package } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "@/lib/cx";
import type { OwnAsset } from "@/store/own";
import { FieldError, TextField } from "@/ui/Field";
import { field } from "@/ui/Form";
import type { DetailsForm } from "./details";
import { t } from "./texts";

/** How a product reaches its buyer, and how many of it there are. */
export function ProductTypeFields({ form, asset }: { form: DetailsForm; asset: OwnAsset }) {
  const isFixed = asset.product?.isTypeFixed ?? false;
  const type = form.watch("productType");
  const isChanged = type !== asset.product?.type;
  return (
    <>
      <fieldset className="min-w-0" disabled={isFixed}>
        <legend className="mb-2 text-label font-semibold">{t("Type")}</legend>
        <ProductTypeChoice {...form.register("productType")} />
        {isFixed && (
          <p className="mt-2 text-caption text-fg3">
            {t("It was sold already, so its type stays.")}
          </p>
        )}
        {isChanged && (
          <p className="mt-2 text-caption text-gold-ink">
            {t("With another type it becomes a draft, which is submitted anew.")}
          </p>
        )}
        {field(form, "productType").error && (
          <FieldError>{field(form, "productType").error}</FieldError>
        )}
      </fieldset>
      {type === "physical" && (
        <div className="max-w-56">
          <StockField {...field(form, "stock")} />
        </div>
      )}
    </>
  );
}

const choices = () =>
  [
    { value: "physical", label: t("Physical"), hint: t("You send it by post"), icon: Package },
    { value: "digital", label: t("Digital"), hint: t("Buyers download a file"), icon: FileDown },
  ] as const;

type ProductTypeChoiceProps = ComponentProps<"input"> & {
  /** Where there is room for both. */
  beside?: boolean;
};

/** Physical or digital. */
export function ProductTypeChoice({ beside = false, ...props }: ProductTypeChoiceProps) {
  return (
    <div className={cx("grid gap-2", beside && "sm:grid-cols-2")}>
      {choices().map(({ value, label, hint, icon: Icon }) => (
        <label
          key={value}
          className="flex min-h-14 cursor-pointer items-center gap-3 rounded-md border border-line bg-s2 px-4 py-2 has-checked:border-brand-ink has-disabled:cursor-default has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-brand-ink"
        >
          <input
            {...props}
            type="radio"
            value={value}
            className="size-5 shrink-0 appearance-none rounded-full border border-line2 bg-s1 checked:border-[6px] checked:border-brand"
          />
          <span className="min-w-0 flex-1">
            <span className="block text-label font-semibold">{label}</span>
            <span className="block text-caption text-fg3">{hint}</span>
          </span>
          <Icon size={20} aria-hidden className="shrink-0 text-fg3" />
        </label>
      ))}
    </div>
  );
}

type StockFieldProps = Omit<ComponentProps<typeof TextField>, "label">;

/** How many of a physical product can be sold. */
export function StockField(props: StockFieldProps) {
  return (
    <TextField
      label={t("In stock")}
      inputMode="numeric"
      autoComplete="off"
      hint={t("How many you can send; 0 is sold out")}
      required
      {...props}
    />
  );
}
