import * as z from "zod/mini";
import { formTexts } from "@/lib/validate";
import { Dialog } from "@/ui/Dialog";
import { FieldError, TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { FormActions } from "@/ui/FormDialog";
import type { CreateDialogProps } from "./AssetList";
import { useCreate } from "./api";
import { priceField, stockProblem, titleField } from "./details";
import { PriceField } from "./PriceField";
import { ProductTypeChoice, StockField } from "./ProductTypeFields";
import { t } from "./texts";
import { bounds } from "./words";

const schema = z
  .object({
    type: z.enum(["physical", "digital"], { error: () => formTexts.required }),
    title: titleField(),
    price: priceField(),
    stock: z.string(),
  })
  .check(
    z.check(({ value: { type, stock }, issues }) => {
      const message = type === "physical" ? stockProblem(stock) : undefined;
      if (message !== undefined)
        issues.push({ code: "custom", message, input: stock, path: ["stock"] });
    }),
  );

/** Begins a product as a draft; its pictures, and its file, come next. */
export function ProductDialog({ onClose, onCreated }: CreateDialogProps) {
  const create = useCreate("product");
  const form = useForm(schema, { title: "", price: "", stock: "" });
  const isPhysical = form.watch("type") === "physical";
  const { error: typeProblem } = field(form, "type");
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("New product")}
      description={t(
        "What to begin with. All of it can be changed later, and nobody sees it before you submit it.",
      )}
    >
      <Form
        form={form}
        className="mt-5"
        aria-label={t("New product")}
        unsaved={{ keepAs: "new-product" }}
        onSubmit={async ({ type, title, price, stock }) => {
          const kept = await create.mutateAsync({
            type,
            title,
            price,
            ...(type === "physical" && { stock: Number(stock) }),
          });
          onCreated(kept._id);
        }}
      >
        <fieldset className="min-w-0">
          <legend className="mb-2 text-label font-semibold">{t("Type")}</legend>
          <ProductTypeChoice beside {...form.register("type")} />
          {typeProblem && <FieldError>{typeProblem}</FieldError>}
        </fieldset>
        <TextField
          label={t("Title")}
          maxLength={bounds.title}
          autoComplete="off"
          required
          data-autofocus
          {...field(form, "title")}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <PriceField {...field(form, "price")} />
          {isPhysical && <StockField {...field(form, "stock")} />}
        </div>
        <FormActions form={form} verb={t("Create")} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
