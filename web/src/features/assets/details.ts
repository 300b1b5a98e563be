import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import * as z from "zod/mini";
import { ApiError } from "@/api/errors";
import { inTab } from "@/lib/storage";
import { formTexts, numberBetween, optional, required } from "@/lib/validate";
import type { OwnAsset } from "@/store/own";
import { type AppForm, showRefusal, useForm } from "@/ui/Form";
import { asset as assetQuery, type Fields, useChange } from "./api";
import { t } from "./texts";
import { instantOf, wallTimeOf } from "./wallTime";
import { bounds } from "./words";

const most = (count: number) =>
  z.maxLength(count, { error: () => t("Must have at most {count} characters", { count }) });
const wholeNumber = (error: () => string) =>
  z.number().check(z.refine(Number.isInteger, { error }));

/** What an asset is called and costs, as its forms ask it. */
export const titleField = () => required().check(most(bounds.title));
export const priceField = () =>
  z.pipe(
    numberBetween(1, bounds.price),
    wholeNumber(() => t("Must be a whole number of tokens")),
  );
/** How many of a physical product there are. */
export const stockField = () =>
  z.pipe(
    numberBetween(0, bounds.stock),
    wholeNumber(() => t("Must be a whole number")),
  );

const schema = z
  .object({
    title: titleField(),
    description: optional().check(most(bounds.description)),
    price: priceField(),
    tags: z.array(z.string()),
    categoryIds: z.array(z.string()),
    isScheduled: z.boolean(),
    publishAt: z.string(),
    productType: z.enum(["physical", "digital", ""]),
    stock: z.string(),
  })
  .check(
    z.check(({ value: { isScheduled, publishAt }, issues }) => {
      const at = instantOf(publishAt);
      const message = at === undefined ? formTexts.required : t("Must be a time to come");
      if (isScheduled && (at === undefined || Date.parse(at) <= Date.now()))
        issues.push({ code: "custom", message, input: publishAt, path: ["publishAt"] });
    }),
    z.check(({ value: { productType, stock }, issues }) => {
      const message = productType === "physical" ? stockProblem(stock) : undefined;
      if (message !== undefined)
        issues.push({ code: "custom", message, input: stock, path: ["stock"] });
    }),
  );

/** Why what is typed is no stock. */
export function stockProblem(typed: string): string | undefined {
  return stockField().safeParse(typed).error?.issues[0]?.message;
}

export type Typed = z.input<typeof schema>;
type Checked = z.output<typeof schema>;
export type DetailsForm = AppForm<Typed, Checked>;

/**
 * The form of an asset's details. What is typed is kept in the tab until it is saved or discarded,
 * so neither another page nor a reload loses it.
 */
export function useDetails(asset: OwnAsset) {
  const form: DetailsForm = useForm(schema, typedOf(asset));
  const change = useChange(asset);
  const queries = useQueryClient();
  const name = `asset-${asset._id}`;

  const restore = useEffectEvent(() => {
    const kept = readDraft(name);
    if (kept) form.reset({ ...form.getValues(), ...kept }, { keepDefaultValues: true });
    if (asset.status === "active") unschedule();
  });
  const keep = useEffectEvent(() => {
    const typed = form.getValues();
    inTab.set(name, isSame(typed, typedOf(asset)) ? undefined : JSON.stringify(typed));
  });
  // What is on sale has no time to come any more, whatever else is being typed.
  function unschedule() {
    form.resetField("isScheduled", { defaultValue: false });
    form.resetField("publishAt", { defaultValue: "" });
  }
  // What happened elsewhere, such as a decision, shows unless something is being typed here.
  const refresh = useEffectEvent((saved: OwnAsset) => {
    if (inTab.get(name) === undefined) form.reset(typedOf(saved));
    else if (saved.status === "active") unschedule();
  });
  useEffect(() => refresh(asset), [asset]);
  useEffect(() => {
    restore();
    const stop = form.watch(keep);
    return () => stop.unsubscribe();
  }, [form]);

  async function save(checked: Checked) {
    // The stock that the form began with: buyers may have changed it since.
    const seen = form.formState.defaultValues?.stock ?? "";
    const saved = await change.mutateAsync(fieldsOf(checked, asset, seen)).catch(showStock);
    inTab.set(name, undefined);
    form.reset(typedOf(saved));
  }

  // Somebody has bought one meanwhile: what is left now is shown, to be changed from there.
  async function showStock(error: unknown): Promise<never> {
    if (!(error instanceof ApiError) || error.code !== "changed_elsewhere") throw error;
    const { type, _id: id } = asset;
    const fresh = await queries.fetchQuery({ ...assetQuery(type, id), staleTime: 0 });
    form.resetField("stock", { defaultValue: typedOf(fresh).stock });
    throw new ApiError(error.status, error.message, { fields: { stock: error.message } });
  }

  return {
    form,
    save,
    isDirty: form.formState.isDirty,
    discard() {
      form.reset(typedOf(asset));
      inTab.set(name, undefined);
    },
    /** Saves what is typed, from outside of the form; false when it was refused, which the form shows. */
    async saveNow(): Promise<boolean> {
      if (!form.formState.isDirty) return true;
      let saved = false;
      await form.handleSubmit(async (checked) => {
        try {
          await save(checked);
          saved = true;
        } catch (error) {
          showRefusal(form, error);
        }
      })();
      return saved;
    },
  };
}

export type Details = ReturnType<typeof useDetails>;

function typedOf(asset: OwnAsset): Typed {
  const { title, description, price, tags, categoryIds, publishAt, product } = asset;
  return {
    title,
    description,
    price: String(price),
    tags,
    categoryIds,
    isScheduled: publishAt !== undefined,
    publishAt: publishAt === undefined ? "" : wallTimeOf(publishAt),
    productType: product?.type ?? "",
    stock: String(product?.stock ?? ""),
  };
}

function isSame(a: Typed, b: Typed): boolean {
  return Object.entries(b).every(
    ([name, value]) => JSON.stringify(Reflect.get(a, name)) === JSON.stringify(value),
  );
}

function fieldsOf(checked: Checked, { product }: OwnAsset, seen: string): Fields {
  const { isScheduled, publishAt, productType, stock, ...rest } = checked;
  const fields: Fields = { ...rest, publishAt: (isScheduled && instantOf(publishAt)) || "" };
  if (productType === "") return fields;
  if (productType !== product?.type) fields.type = productType;
  if (productType === "physical" && stock !== seen) {
    fields.stock = Number(stock);
    if (seen !== "") fields.wasStock = Number(seen);
  }
  return fields;
}

// It may be of an older version of the app: what does not fit is not taken.
function readDraft(name: string): Partial<Typed> | undefined {
  try {
    const kept: unknown = JSON.parse(inTab.get(name) ?? "null");
    const read = z.safeParse(draft, kept);
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

const draft = z.object({
  title: z.string(),
  description: z.string(),
  price: z.string(),
  tags: z.array(z.string()),
  categoryIds: z.array(z.string()),
  isScheduled: z.boolean(),
  publishAt: z.string(),
  productType: z.enum(["physical", "digital", ""]),
  stock: z.string(),
});
