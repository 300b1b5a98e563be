import { ChevronDown, ChevronUp, GripVertical, Trash2 } from "lucide-react";
import { type FocusEvent, useId, useState } from "react";
import * as z from "zod/mini";
import { ApiError, messageOf } from "@/api/errors";
import { cx } from "@/lib/cx";
import { formTexts, numberBetween, required } from "@/lib/validate";
import type { Segment } from "@/performers/wheel";
import { IconButton } from "@/ui/Button";
import { TextField } from "@/ui/Field";
import type { Draft } from "./api";
import { percent } from "./geometry";
import { t } from "./texts";

const maxLabel = 60;

const schema = z.object({
  label: required(),
  weight: z.pipe(
    numberBetween(1, 1000),
    z.number().check(z.refine(Number.isInteger, { error: () => formTexts.notNumber })),
  ),
  color: z.string(),
});

type Typed = { label: string; weight: string; color: string };
type Problems = Partial<Record<keyof Typed, string>>;

type SegmentRowProps = {
  segment: Segment;
  /** How many segments there are. */
  count: number;
  chance: number;
  isDragged: boolean;
  /** What the preview shows while it is typed; undefined when there is nothing unsaved. */
  onDraft: (draft: Draft | undefined) => void;
  onSave: (draft: Draft) => Promise<unknown>;
  onMove: (position: number) => void;
  onRemove: () => void;
  onDrag: (id: string | undefined) => void;
  onDrop: () => void;
};

/** One segment: it is saved when the row is left, and refused in place. */
export function SegmentRow(props: SegmentRowProps) {
  const { segment, count, chance, isDragged, onMove, onRemove, onDrag, onDrop } = props;
  const { typed, problems, change, leave } = useTyped(props);
  const colour = useId();
  const { _id, label, position } = segment;
  const number = position + 1;
  return (
    <li
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      onBlur={(event: FocusEvent<HTMLLIElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave();
      }}
      className={cx(
        "flex flex-wrap items-start gap-2 rounded-md border border-line bg-s2/40 p-2 sm:flex-nowrap",
        isDragged && "opacity-50",
      )}
    >
      <span
        draggable
        aria-hidden
        title={t("Drag to another place")}
        onDragStart={() => onDrag(_id)}
        onDragEnd={() => onDrag(undefined)}
        className="hidden h-11 w-5 shrink-0 cursor-grab place-items-center text-fg3 sm:pointer-fine:grid"
      >
        <GripVertical size={18} />
      </span>
      <label
        htmlFor={colour}
        className="relative block size-11 shrink-0 cursor-pointer rounded-md border border-line has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-ink"
        style={{ background: typed.color }}
      >
        <span className="sr-only">{t("Segment {number} colour", { number })}</span>
        <input
          id={colour}
          type="color"
          value={typed.color}
          onChange={({ target }) => change({ color: target.value })}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </label>
      <div className="min-w-0 flex-1 basis-[calc(100%-52px)] sm:basis-0">
        <TextField
          label={t("Segment {number} label", { number })}
          hideLabel
          value={typed.label}
          maxLength={maxLabel}
          error={problems.label}
          onChange={({ target }) => change({ label: target.value })}
        />
      </div>
      <div className="order-1 min-w-0 flex-1 sm:order-none sm:w-24 sm:flex-none">
        <TextField
          label={t("Segment {number} weight", { number })}
          hideLabel
          inputMode="numeric"
          value={typed.weight}
          error={problems.weight}
          onChange={({ target }) => change({ weight: target.value })}
        />
      </div>
      <span className="tnum flex h-11 w-11 shrink-0 items-center justify-center text-caption text-fg2 sm:w-16">
        {percent(chance)}
      </span>
      <span className="order-1 flex shrink-0 sm:order-none">
        <IconButton
          label={t("Move {label} up", { label })}
          disabled={position === 0}
          onClick={() => onMove(position - 1)}
        >
          <ChevronUp size={18} aria-hidden />
        </IconButton>
        <IconButton
          label={t("Move {label} down", { label })}
          disabled={position === count - 1}
          onClick={() => onMove(position + 1)}
        >
          <ChevronDown size={18} aria-hidden />
        </IconButton>
        <IconButton label={t("Remove {label}", { label })} onClick={onRemove}>
          <Trash2 size={18} aria-hidden />
        </IconButton>
      </span>
    </li>
  );
}

/** What is typed into a row, and what is wrong with it. */
function useTyped({ segment, onDraft, onSave }: SegmentRowProps) {
  const saved = { label: segment.label, weight: String(segment.weight), color: segment.color };
  const [edited, setEdited] = useState<Typed>();
  const [problems, setProblems] = useState<Problems>({});
  const typed = edited ?? saved;

  function change(part: Partial<Typed>) {
    const next = { ...typed, ...part };
    setEdited(next);
    const checked = schema.safeParse(next);
    setProblems(checked.success ? {} : problemsOf(checked.error.issues));
    if (checked.success) onDraft(checked.data);
  }

  async function leave() {
    const checked = schema.safeParse(typed);
    if (edited === undefined || !checked.success) return;
    if (!isSame(typed, saved)) {
      try {
        await onSave(checked.data);
      } catch (error) {
        setProblems(refusalOf(error));
        return;
      }
    }
    // What was typed meanwhile stays.
    setEdited((now) => (now === edited ? undefined : now));
    onDraft(undefined);
  }

  return { typed, problems, change, leave };
}

function isSame(a: Typed, b: Typed): boolean {
  return a.label === b.label && a.weight === b.weight && a.color === b.color;
}

function problemsOf(issues: readonly z.core.$ZodIssue[]): Problems {
  const problems: Problems = {};
  for (const { path, message } of issues) {
    const [name] = path;
    if (name === "label" || name === "weight") problems[name] ??= message;
  }
  return problems;
}

function refusalOf(error: unknown): Problems {
  const fields = error instanceof ApiError ? error.fields : {};
  if (fields.weight) return { weight: fields.weight };
  return { label: fields.label ?? messageOf(error) };
}
