import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import * as z from "zod/mini";
import { paths } from "@/app/paths";
import { eachFurther, further } from "@/i18n/further";
import type { Language } from "@/i18n/language";
import { optional, required } from "@/lib/validate";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { Select, Textarea, TextField } from "@/ui/Field";
import { type AppForm, Form, field, useForm } from "@/ui/Form";
import { SaveButton } from "@/ui/SaveButton";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useGo, useParam } from "@/ui/useAddress";
import { type Post, post, useSavePost } from "./api";
import { t } from "./texts";

const schema = z.object({
  title: required(),
  slug: optional(),
  shortDescription: optional(),
  content: required(),
  status: required(),
  translations: z.object(
    eachFurther(() =>
      z.object({ title: optional(), shortDescription: optional(), content: optional() }),
    ),
  ),
});

const nothing = { title: "", shortDescription: "", content: "" };

const statuses = () =>
  [
    { value: "published", label: t("Published") },
    { value: "draft", label: t("Draft") },
  ] as const;

/** /admin/posts/{id}, or /admin/posts/new. */
export default function PostEditPage() {
  const named = useParam(paths.admin.post);
  const id = named === "new" ? undefined : named;
  const found = useQuery({ ...post(id ?? ""), enabled: id !== undefined });
  useTitle(found.data?.title ?? t("Write a page"));
  return (
    <div className="max-w-[860px]">
      <LinkButton href={paths.admin.posts()} variant="ghost" className="mb-3 -ms-4">
        <ArrowLeft className="rtl:-scale-x-100" size={18} aria-hidden />
        {t("All pages")}
      </LinkButton>
      <PageHeader title={id === undefined ? t("Write a page") : (found.data?.title ?? t("Page"))} />
      {found.error && found.data === undefined && (
        <ErrorState error={found.error} onRetry={found.refetch} />
      )}
      {id !== undefined && found.isPending && <Skeleton alone className="h-96 w-full rounded-lg" />}
      {id === undefined && <PostForm post={undefined} />}
      {found.data && <PostForm key={found.data._id} post={found.data} />}
    </div>
  );
}

function PostForm({ post: written }: { post: Post | undefined }) {
  const go = useGo();
  const save = useSavePost(written?._id);
  const form = useForm(schema, {
    title: written?.title ?? "",
    slug: written?.slug ?? "",
    shortDescription: written?.shortDescription ?? "",
    content: written?.source ?? "",
    status: written?.status ?? "published",
    translations: eachFurther((code) => ({ ...nothing, ...written?.translations?.[code] })),
  });

  const { dirtyFields } = form.formState;

  async function submit({ translations, ...draft }: z.output<typeof schema>) {
    await save.mutateAsync({
      ...draft,
      status: draft.status === "draft" ? "draft" : "published",
      ...(dirtyFields.translations && {
        translations: { ...written?.translations, ...translations },
      }),
    });
    toast.success(t("{title} is saved.", { title: draft.title }));
    await go(paths.admin.posts());
  }

  return (
    <Card>
      <Form form={form} onSubmit={submit} aria-label={t("Page")}>
        <TextField label={t("Title")} maxLength={200} required {...field(form, "title")} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={t("Short name")}
            hint={t("Part of the address; empty: made of the title.")}
            maxLength={80}
            {...field(form, "slug")}
          />
          <Select label={t("Status")} options={statuses()} {...field(form, "status")} />
        </div>
        <TextField label={t("Summary")} maxLength={500} {...field(form, "shortDescription")} />
        <Textarea
          label={t("Text")}
          hint={t("HTML. Scripts, styles and frames are left out when it is shown.")}
          rows={16}
          required
          {...field(form, "content")}
        />
        {further.map((language) => (
          <Translation key={language.code} form={form} language={language} />
        ))}
        <SaveButton pending={form.formState.isSubmitting} />
      </Form>
    </Card>
  );
}

type Fields = z.input<typeof schema>;

type TranslationProps = {
  form: AppForm<Fields, z.output<typeof schema>>;
  language: Language;
};

/** The page's texts in one more language. */
function Translation({ form, language: { code, name, dir } }: TranslationProps) {
  const own = { lang: code, dir };
  return (
    <fieldset className="grid min-w-0 gap-5 border-t border-line pt-5">
      <legend className="float-start text-h3 font-bold">{name}</legend>
      <p className="clear-both -mt-4 text-caption text-fg3">
        {t("What is left empty is read as it is written above.")}
      </p>
      <TextField
        {...own}
        label={t("Title ({language})", { language: name })}
        maxLength={200}
        {...field(form, `translations.${code}.title`)}
      />
      <TextField
        {...own}
        label={t("Summary ({language})", { language: name })}
        maxLength={500}
        {...field(form, `translations.${code}.shortDescription`)}
      />
      <Textarea
        {...own}
        label={t("Text ({language})", { language: name })}
        rows={10}
        {...field(form, `translations.${code}.content`)}
      />
    </fieldset>
  );
}
