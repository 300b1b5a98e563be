import { Plus, Trash2 } from "lucide-react";
import { useWatch } from "react-hook-form";
import { dateIn, dateInWords } from "@/lib/clocks";
import { Button, IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { FieldError, TextField } from "@/ui/Field";
import { field } from "@/ui/Form";
import { Switch } from "@/ui/Toggle";
import { HoursFields } from "./HoursFields";
import { isOvernight, type PlanForm, usualHours } from "./plan";
import { t } from "./texts";

/** Dates that are not like other weeks: away, or at other hours. */
export function ExceptionsCard({ form }: { form: PlanForm }) {
  const list = useWatch({ control: form.control, name: "exceptions" });
  const change = (changed: typeof list) =>
    form.setValue("exceptions", changed, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  const problem = form.formState.errors.exceptions?.root ?? form.formState.errors.exceptions;
  return (
    <Card title={t("Single dates")}>
      <div className="grid gap-4">
        <p className="text-label font-normal text-fg2">
          {t("A holiday, or a show at another time: what stands here goes before the week.")}
        </p>
        {list.length > 0 && (
          <ul className="grid divide-y divide-line">
            {[...list.keys()].map((at) => (
              <ExceptionRow
                key={at}
                form={form}
                at={at}
                onRemove={() => change(list.toSpliced(at, 1))}
              />
            ))}
          </ul>
        )}
        {typeof problem?.message === "string" && <FieldError>{problem.message}</FieldError>}
        <Button
          variant="outline"
          className="justify-self-start"
          onClick={() => change([...list, { date: "", start: "", end: "", closed: true }])}
        >
          <Plus size={18} aria-hidden />
          {t("Add a date")}
        </Button>
      </div>
    </Card>
  );
}

type ExceptionRowProps = { form: PlanForm; at: number; onRemove: () => void };

function ExceptionRow({ form, at, onRemove }: ExceptionRowProps) {
  const name = `exceptions.${at}` as const;
  const one = useWatch({ control: form.control, name });
  const zone = useWatch({ control: form.control, name: "timezone" });
  const [first, last] = [0, 366].map((ahead) => dateIn(zone || "UTC", dayFrom(ahead)));
  const words = one.date ? dateInWords(one.date) : t("The date");

  function open(isOpen: boolean) {
    const { date, start, end } = one;
    form.setValue(
      name,
      isOpen
        ? { date, start: start || usualHours.start, end: end || usualHours.end, closed: false }
        : { date, start, end, closed: true },
      { shouldDirty: true },
    );
  }

  return (
    <li className="grid gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1 sm:max-w-[240px]">
          <TextField
            type="date"
            label={t("Date")}
            min={first}
            max={last}
            hint={one.date && <span className="first-letter:uppercase">{words}</span>}
            {...field(form, `${name}.date`)}
          />
        </div>
        <IconButton
          label={t("Remove {date}", { date: words })}
          className="mt-6.5 ms-auto"
          onClick={onRemove}
        >
          <Trash2 size={18} aria-hidden />
        </IconButton>
      </div>
      <div className="sm:max-w-[240px]">
        <Switch
          label={one.closed ? t("Not live that day") : t("Live at other hours")}
          checked={!one.closed}
          onChange={({ target }) => open(target.checked)}
        />
      </div>
      {!one.closed && (
        <HoursFields
          form={form}
          name={name}
          of={words}
          until={
            isOvernight(one) ? t("until {time} on the next day", { time: one.end }) : undefined
          }
        />
      )}
    </li>
  );
}

function dayFrom(days: number): number {
  return Date.now() + days * 24 * 3600_000;
}
