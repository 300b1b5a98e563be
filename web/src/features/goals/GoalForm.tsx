import * as z from "zod/mini";
import { formTexts, numberBetween, required } from "@/lib/validate";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { FormActions } from "@/ui/FormDialog";
import { Switch } from "@/ui/Toggle";
import type { OwnGoal, Plan } from "./api";

const longestTitle = 100;
const largest = 100_000_000;
const whole = z.number().check(z.refine(Number.isInteger, formTexts.notNumber));

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
      message: "Must be less than the target",
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
    <Form form={form} onSubmit={onSave} aria-label={goal ? `Change ${goal.title}` : "New goal"}>
      <TextField
        label="Goal"
        placeholder="What the room collects for"
        maxLength={longestTitle}
        {...field(form, "title")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Target" hint="Tokens" inputMode="numeric" {...field(form, "target")} />
        <TextField
          label="Start value"
          hint="Tokens that count from the beginning"
          inputMode="numeric"
          {...field(form, "start")}
        />
      </div>
      <Switch
        label="When it is reached, begin the next goal by itself"
        {...form.register("auto")}
      />
      <FormActions form={form} verb={goal ? "Save" : "Add goal"} onCancel={onCancel} />
    </Form>
  );
}
