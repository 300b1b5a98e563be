import * as z from "zod/mini";
import { formatDate } from "@/lib/time";
import { optional, required } from "@/lib/validate";
import { CountrySelect } from "@/settings/CountrySelect";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { toast } from "@/ui/toast";
import { type Me, useUpdateMe } from "./api";
import { t } from "./texts";

const schema = z.object({ name: required(), country: optional() });

type ProfileCardProps = { account: Me; nameLabel: string };

/** Name and country. The username stays for good. */
export function ProfileCard({ account, nameLabel }: ProfileCardProps) {
  const update = useUpdateMe();
  const form = useForm(schema, { name: account.name, country: account.country });

  async function save(values: z.output<typeof schema>) {
    await update.mutateAsync(values);
    form.reset(values);
    toast.success(t("Saved"));
  }

  return (
    <Card
      title={t("Profile")}
      aside={<span className="text-label text-fg3">@{account.username}</span>}
    >
      <Form form={form} onSubmit={save} aria-label={t("Profile")}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={nameLabel}
            autoComplete="name"
            maxLength={60}
            {...field(form, "name")}
          />
          <CountrySelect label={t("Country")} autoComplete="country" {...field(form, "country")} />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-caption text-fg3">
            {t("Member since {createdAt}", { createdAt: formatDate(account.createdAt) })}
          </p>
          <Button
            type="submit"
            variant="brand"
            className="ms-auto"
            pending={form.formState.isSubmitting}
          >
            {t("Save")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
