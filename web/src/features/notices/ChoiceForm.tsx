import { useWatch } from "react-hook-form";
import { useSession } from "@/session/api";
import { Card } from "@/ui/Card";
import { Select } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { SaveButton } from "@/ui/SaveButton";
import { Switch } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { type Choice, type Preferences, useChoose } from "./api";
import { ChannelTable } from "./ChannelTable";
import { type Output, type PreferencesForm, schema, valuesOf } from "./choice";
import { groupsOf } from "./concerns";
import { QuietFields } from "./QuietFields";
import { t } from "./texts";

/** What is told by which way, how often mails come, and when nothing disturbs. */
export function ChoiceForm({ chosen }: { chosen: Preferences }) {
  const { role } = useSession();
  const choose = useChoose();
  const form = useForm(schema, valuesOf(chosen));
  const shown = role === undefined ? [] : groupsOf(role);

  async function save({ isQuiet, quietHours, groups: all, ...rest }: Output) {
    const named: Choice["groups"] = {};
    for (const group of shown) named[group] = all[group];
    await choose.mutateAsync({ ...rest, groups: named, ...(isQuiet && { quietHours }) });
    toast.success(t("Saved"));
  }

  return (
    <Form form={form} onSubmit={save} aria-label={t("What you are told")}>
      <Card title={t("What, and how")} flush>
        <ChannelTable form={form} groups={shown} essential={chosen.essential} />
      </Card>
      <Card title={t("Mails")}>
        <div className="grid gap-4">
          <Select
            label={t("What comes often, such as messages")}
            hint={t(
              "Several are put into one mail. What you have read on the site by then is not mailed.",
            )}
            options={[
              { value: "immediately", label: t("Mailed within minutes") },
              { value: "hourly", label: t("Mailed once an hour") },
              { value: "daily", label: t("Mailed once a day") },
              { value: "never", label: t("Never mailed") },
            ]}
            {...field(form, "digest")}
          />
          <Switch
            label={t("Discreet")}
            hint={t(
              "Neither the subject and the sender of a mail, nor what a locked screen shows, name the site or a person.",
            )}
            {...field(form, "discreet")}
          />
        </div>
      </Card>
      <Card title={t("Quiet hours")}>
        <QuietHours form={form} />
      </Card>
      <SaveButton pending={form.formState.isSubmitting} />
    </Form>
  );
}

function QuietHours({ form }: { form: PreferencesForm }) {
  const isQuiet = useWatch({ control: form.control, name: "isQuiet" });
  return (
    <div className="grid gap-4">
      <Switch
        label={t("Do not disturb me at certain hours")}
        hint={t(
          "Mails and notifications on your devices wait until they are over. What is essential comes all the same.",
        )}
        {...field(form, "isQuiet")}
      />
      {isQuiet && <QuietFields form={form} />}
    </div>
  );
}
