import { Copy } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Button, IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Sheet } from "@/ui/Dialog";
import { Checkbox, Switch } from "@/ui/Toggle";
import { HoursFields } from "./HoursFields";
import { type Day, dayAfter, dayName, days, isOvernight, type PlanForm, usualHours } from "./plan";
import { t } from "./texts";

/** The hours of each weekday. */
export function WeekCard({ form }: { form: PlanForm }) {
  const [copied, setCopied] = useState<Day>();
  return (
    <Card title={t("Each week")} flush>
      <ul className="divide-y divide-line">
        {days.map((day) => (
          <DayRow key={day} form={form} day={day} onCopy={() => setCopied(day)} />
        ))}
      </ul>
      {copied && <CopySheet form={form} from={copied} onClose={() => setCopied(undefined)} />}
    </Card>
  );
}

type DayRowProps = { form: PlanForm; day: Day; onCopy: () => void };

function DayRow({ form, day, onCopy }: DayRowProps) {
  const hours = useWatch({ control: form.control, name: day });
  const name = dayName(day);

  function open(isOpen: boolean) {
    const { start, end } = hours;
    form.setValue(
      day,
      isOpen
        ? { start: start || usualHours.start, end: end || usualHours.end, closed: false }
        : { start, end, closed: true },
      { shouldDirty: true },
    );
  }

  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1.5 px-4 py-2.5 sm:grid-cols-[150px_minmax(0,1fr)_auto] sm:gap-x-5 lg:px-5">
      <Switch
        label={<span className="first-letter:uppercase">{name}</span>}
        checked={!hours.closed}
        onChange={({ target }) => open(target.checked)}
      />
      {hours.closed ? (
        <p className="pt-3 text-label font-normal text-fg3 max-sm:hidden">{t("Not live")}</p>
      ) : (
        <div className="max-sm:col-span-2 max-sm:row-start-2 max-sm:pb-2">
          <HoursFields form={form} name={day} of={name} until={overnight(day, hours)} />
        </div>
      )}
      <IconButton
        label={t("Copy {day} to other days", { day: name })}
        className="max-sm:col-start-2 max-sm:row-start-1"
        onClick={onCopy}
      >
        <Copy size={18} aria-hidden />
      </IconButton>
    </li>
  );
}

function overnight(day: Day, hours: { start: string; end: string; closed: boolean }) {
  if (!isOvernight(hours)) return undefined;
  return t("until {time} on {day}", { time: hours.end, day: dayName(dayAfter(day)) });
}

type CopySheetProps = { form: PlanForm; from: Day; onClose: () => void };

/** Which days are to be like one. */
function CopySheet({ form, from, onClose }: CopySheetProps) {
  const others = days.filter((day) => day !== from);
  const [picked, setPicked] = useState<readonly Day[]>(others);

  function copy() {
    for (const day of picked) {
      form.setValue(day, { ...form.getValues(from) }, { shouldDirty: true });
    }
    form.clearErrors();
    onClose();
  }

  return (
    <Sheet
      open
      onClose={onClose}
      width="sm"
      title={t("Copy {day} to", { day: dayName(from) })}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button variant="brand" disabled={picked.length === 0} onClick={copy}>
            {t("Copy")}
          </Button>
        </>
      }
    >
      {others.map((day) => (
        <Checkbox
          key={day}
          label={<span className="first-letter:uppercase">{dayName(day)}</span>}
          checked={picked.includes(day)}
          onChange={({ target }) =>
            setPicked(target.checked ? [...picked, day] : picked.filter((one) => one !== day))
          }
        />
      ))}
    </Sheet>
  );
}
