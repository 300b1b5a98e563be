import * as z from "zod/mini";
import { formTexts, numberBetween, required } from "@/lib/validate";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { FormActions } from "@/ui/FormDialog";
import { Switch } from "@/ui/Toggle";
import type { OwnGoal, Plan } from "./api";
import { t } from "./texts";

const maxTitle = 100;
const largest = 100_000_000;
const whole = z.number().check(z.refine(Number.isInteger, { error: () => formTexts.notNumber }));

const schema = z
  .object({
    title: required(),
    target: z.pipe(numberBetween(1, largest), whole),
    start: z.pipe(numberBetween(0, largest), whole),
    auto: z.boolean(),
  })
  .check(
    z.refine(({ start, target }) => start < target, {
      path: ["start"],
      error: () => t("Must be less than the target"),
    }),
  );

type GoalFormProps = {
  /** The goal to change; a new one without. */
  goal?: OwnGoal;
  onSave: (plan: Plan) => Promise<unknown>;
  onCancel: () => void;
};

/** What a goal is: its title, how much it takes, and what happens when it is reached. */
export function GoalForm({ goal, onSave, onCancel }: GoalFormProps) {
  const form = useForm(schema, {
    title: goal?.title ?? "",
    target: goal ? String(goal.target) : "",
    start: String(goal?.start ?? 0),
    auto: goal?.auto ?? true,
  });
  return (
    <Form
      form={form}
      onSubmit={onSave}
      aria-label={goal ? t("Change {title}", { title: goal.title }) : t("New goal")}
    >
      <TextField
        label={t("Goal")}
        placeholder={t("What the room collects for")}
        maxLength={maxTitle}
        {...field(form, "title")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t("Target")}
          hint={t("Tokens")}
          inputMode="numeric"
          {...field(form, "target")}
        />
        <TextField
          label={t("Start value")}
          hint={t("Tokens that count from the beginning")}
          inputMode="numeric"
          {...field(form, "start")}
        />
      </div>
      <Switch
        label={t("When it is reached, begin the next goal by itself")}
        {...form.register("auto")}
      />
      <FormActions form={form} verb={goal ? t("Save") : t("Add goal")} onCancel={onCancel} />
    </Form>
  );
}
