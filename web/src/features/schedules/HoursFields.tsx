import { MoonStar } from "lucide-react";
import { TextField } from "@/ui/Field";
import { field } from "@/ui/Form";
import type { Day, PlanForm } from "./plan";
import { t } from "./texts";

type HoursFieldsProps = {
  form: PlanForm;
  name: Day | `exceptions.${number}`;
  /** Whose hours they are, read aloud. */
  of: string;
  /** When they end, if that is on the next day. */
  until: string | undefined;
};

/** From when to when; that it ends on the next day is said. */
export function HoursFields({ form, name, of, until }: HoursFieldsProps) {
  return (
    <div>
      <div className="grid grid-cols-2 gap-3 sm:max-w-[320px]">
        <TextField
          type="time"
          label={t("{day} from", { day: of })}
          hideLabel
          className="max-sm:px-2"
          {...field(form, `${name}.start`)}
        />
        <TextField
          type="time"
          label={t("{day} until", { day: of })}
          hideLabel
          className="max-sm:px-2"
          {...field(form, `${name}.end`)}
        />
      </div>
      {until && (
        <p className="mt-1.5 flex items-center gap-1.5 text-caption text-fg2">
          <MoonStar size={14} aria-hidden />
          {until}
        </p>
      )}
    </div>
  );
}
