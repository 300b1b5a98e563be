import { useState } from "react";
import * as z from "zod/mini";
import { minuteOf, zoneName } from "@/lib/range";
import { fileWithin, numberBetween, optional, required } from "@/lib/validate";
import { useSettings } from "@/settings/api";
import { Select, TextField } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { FormFile } from "@/ui/FormFile";
import { Switch } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { type Banner, useAddBanner, useChangeBanner } from "./api";
import { t } from "./texts";

const shape = {
  title: required(),
  link: optional(),
  position: z.enum(["top", "middle", "bottom"]),
  ordering: numberBetween(0, 10_000),
  active: z.boolean(),
  startsAt: optional(),
  endsAt: optional(),
};

type BannerDialogProps = {
  /** Absent: a new one. */
  banner: Banner | undefined;
  onClose: () => void;
};

/** A banner's words and place; its picture is chosen once, when it is made. */
export function BannerDialog({ banner, onClose }: BannerDialogProps) {
  const { imageAccepted: accepted, imageMaxMB: megabytes } = useSettings();
  const [sent, setSent] = useState<number>();
  const add = useAddBanner();
  const change = useChangeBanner();
  const image = fileWithin({ accepted, megabytes });
  const schema = z.object({ ...shape, image: banner ? z.optional(image) : image });
  const form = useForm(schema, {
    title: banner?.title ?? "",
    link: banner?.link ?? "",
    position: banner?.position ?? "bottom",
    startsAt: minuteOf(banner?.startsAt),
    endsAt: minuteOf(banner?.endsAt),
    ordering: String(banner?.ordering ?? 0),
    active: banner?.status !== "inactive",
  });

  async function submit(values: z.output<typeof schema>) {
    const { image: chosen, active, startsAt, endsAt, ...rest } = values;
    const draft = {
      ...rest,
      status: active ? ("active" as const) : ("inactive" as const),
      description: banner?.description ?? "",
      ...(startsAt && { startsAt: new Date(startsAt).toISOString() }),
      ...(endsAt && { endsAt: new Date(endsAt).toISOString() }),
    };
    try {
      if (banner) await change.mutateAsync({ id: banner._id, ...draft });
      else if (chosen) await add.mutateAsync({ ...draft, image: chosen, onProgress: setSent });
    } finally {
      setSent(undefined);
    }
    toast.success(t("{title} is saved.", { title: rest.title }));
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={banner ? t("Change {title}", { title: banner.title }) : t("Add a banner")}
      form={form}
      onSubmit={submit}
      className="mt-3"
      label={t("Banner")}
      verb={t("Save")}
    >
      {!banner && (
        <FormFile
          form={form}
          name="image"
          label={t("Picture")}
          hint={t("{kinds}, smaller than {megabytes} MB", {
            kinds: accepted.join(", "),
            megabytes,
          })}
          accept={accepted.map((ending) => `.${ending}`).join(",")}
          progress={sent}
          required
        />
      )}
      <TextField label={t("Title")} maxLength={200} required {...field(form, "title")} />
      <TextField
        label={t("Leads to")}
        hint={t("A path such as /vip-models, or a full address; empty: nowhere.")}
        {...field(form, "link")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t("Place on the home page")}
          options={[
            { value: "top", label: t("Above the rooms") },
            { value: "middle", label: t("Below the rooms") },
            { value: "bottom", label: t("At the end") },
          ]}
          {...field(form, "position")}
        />
        <TextField label={t("Order")} inputMode="numeric" {...field(form, "ordering")} />
        <TextField
          label={t("Shown from")}
          type="datetime-local"
          hint={t("Empty: from the start.")}
          {...field(form, "startsAt")}
        />
        <TextField
          label={t("Shown until")}
          type="datetime-local"
          hint={t("Empty: without end.")}
          {...field(form, "endsAt")}
        />
      </div>
      <p className="text-caption text-fg3">
        {t("Times are those of your time zone, {zone}.", { zone: zoneName() })}
      </p>
      <Switch label={t("Active")} {...field(form, "active")} />
    </FormDialog>
  );
}
