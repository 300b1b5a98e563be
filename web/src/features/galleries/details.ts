import { useEffect, useEffectEvent } from "react";
import * as z from "zod/mini";
import { inTab } from "@/lib/storage";
import { formTexts, numberBetween, optional, required } from "@/lib/validate";
import type { OwnGallery } from "@/store/galleries";
import { type AppForm, showRefusal, useForm } from "@/ui/Form";
import { type GalleryFields, useChangeGallery } from "./api";
import { instantOf, wallTimeOf } from "./wallTime";
import { bounds } from "./words";

const most = (count: number) => z.maxLength(count, `Must have at most ${count} characters`);

/** What a gallery is called and costs, as its forms ask it. */
export const titleField = () => required().check(most(bounds.title));
export const priceField = () =>
  z.pipe(
    numberBetween(1, bounds.price),
    z.number().check(z.refine(Number.isInteger, "Must be a whole number of tokens")),
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
  })
  .check(
    z.check(({ value: { isScheduled, publishAt }, issues }) => {
      const at = instantOf(publishAt);
      const message = at === undefined ? formTexts.required : "Must be a time to come";
      if (isScheduled && (at === undefined || Date.parse(at) <= Date.now()))
        issues.push({ code: "custom", message, input: publishAt, path: ["publishAt"] });
    }),
  );

export type Typed = z.input<typeof schema>;
type Checked = z.output<typeof schema>;
export type DetailsForm = AppForm<Typed, Checked>;

/**
 * The form of a gallery's details. What is typed is kept in the tab until it is saved or discarded,
 * so neither another page nor a reload loses it.
 */
export function useDetails(gallery: OwnGallery) {
  const form: DetailsForm = useForm(schema, typedOf(gallery));
  const change = useChangeGallery(gallery._id);
  const name = `gallery-${gallery._id}`;

  const restore = useEffectEvent(() => {
    const kept = readDraft(name);
    if (kept) form.reset({ ...form.getValues(), ...kept }, { keepDefaultValues: true });
  });
  const keep = useEffectEvent(() => {
    const typed = form.getValues();
    inTab.set(name, isSame(typed, typedOf(gallery)) ? undefined : JSON.stringify(typed));
  });
  // What happened elsewhere, such as a decision, shows unless something is being typed here.
  const refresh = useEffectEvent((saved: OwnGallery) => {
    if (inTab.get(name) === undefined) form.reset(typedOf(saved));
  });
  useEffect(() => refresh(gallery), [gallery]);
  useEffect(() => {
    restore();
    const stop = form.watch(keep);
    return () => stop.unsubscribe();
  }, [form]);

  async function save(checked: Checked) {
    const saved = await change.mutateAsync(fieldsOf(checked));
    inTab.set(name, undefined);
    form.reset(typedOf(saved));
  }

  return {
    form,
    save,
    isDirty: form.formState.isDirty,
    discard() {
      form.reset(typedOf(gallery));
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

function typedOf(gallery: OwnGallery): Typed {
  const { title, description, price, tags, categoryIds, publishAt } = gallery;
  return {
    title,
    description,
    price: String(price),
    tags,
    categoryIds,
    isScheduled: publishAt !== undefined,
    publishAt: publishAt === undefined ? "" : wallTimeOf(publishAt),
  };
}

function isSame(a: Typed, b: Typed): boolean {
  return Object.entries(b).every(
    ([name, value]) => JSON.stringify(Reflect.get(a, name)) === JSON.stringify(value),
  );
}

function fieldsOf({ isScheduled, publishAt, ...rest }: Checked): GalleryFields {
  return { ...rest, publishAt: (isScheduled && instantOf(publishAt)) || "" };
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
});
