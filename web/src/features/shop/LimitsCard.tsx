import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { formatDateTime } from "@/lib/time";
import { formTexts } from "@/lib/validate";
import { Card } from "@/ui/Card";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { SaveButton } from "@/ui/SaveButton";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { type Caps, type Limits, limits, useSetLimits } from "./api";
import { t } from "./texts";

const spans = () =>
  [
    { id: "daily", label: t("In 24 hours") },
    { id: "weekly", label: t("In 7 days") },
    { id: "monthly", label: t("In 30 days") },
  ] as const;

const most = 10_000_000;

/** Tokens, or nothing for no limit. */
const cap = z.pipe(
  z.string().check(
    z.trim(),
    z.refine((text) => Number.isFinite(Number(text)), { error: () => formTexts.notNumber }),
    z.refine((text) => Number(text) >= 0 && Number(text) <= most, {
      error: () => formTexts.between(0, most),
    }),
  ),
  z.transform((text: string) => Number(text)),
);
const schema = z.object({ daily: cap, weekly: cap, monthly: cap });

/** A member's own spending limits, and when a change holds. */
export function LimitsCard() {
  const { data, error, refetch } = useQuery(limits());
  return (
    <Card title={t("Spending limits")}>
      {error && data === undefined && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton alone className="h-64 w-full rounded-md" />}
      {data && <LimitsForm limits={data} />}
    </Card>
  );
}

function LimitsForm({ limits: now }: { limits: Limits }) {
  const set = useSetLimits();
  const wanted = now.next ?? now;
  const form = useForm(schema, {
    daily: written(wanted.daily),
    weekly: written(wanted.weekly),
    monthly: written(wanted.monthly),
  });

  async function save(caps: Caps) {
    const { nextAt } = await set.mutateAsync(caps);
    toast.success(
      nextAt === undefined
        ? t("Your limits hold from now on.")
        : t("Saved. What is higher holds from {when}.", { when: formatDateTime(nextAt) }),
    );
  }

  return (
    <Form form={form} onSubmit={save} aria-label={t("Spending limits")}>
      <p className="text-label font-normal text-fg2">
        {t(
          "The most tokens that you let yourself spend. Leave a field empty for no limit. A lower limit holds at once; a higher one, or none, after 24 hours.",
        )}
      </p>
      <div className="grid gap-4 sm:grid-cols-3">
        {spans().map(({ id, label }) => (
          <TextField
            key={id}
            label={label}
            inputMode="decimal"
            placeholder={t("No limit")}
            hint={t("Spent: {tokens}", { tokens: now.spent[id] })}
            {...field(form, id)}
          />
        ))}
      </div>
      {now.next && now.nextAt && <Coming now={now} next={now.next} at={now.nextAt} />}
      <SaveButton pending={form.formState.isSubmitting}>{t("Save limits")}</SaveButton>
    </Form>
  );
}

/** What waits for its 24 hours, and what holds until then. */
function Coming({ now, next, at }: { now: Limits; next: Caps; at: string }) {
  const changes = spans().filter(({ id }) => now[id] !== next[id]);
  return (
    <div role="status" className="rounded-md bg-sky-soft px-4 py-3 text-label text-sky-ink">
      <p>{t("From {when}:", { when: formatDateTime(at) })}</p>
      <ul className="mt-1 list-disc ps-5 font-normal">
        {changes.map(({ id, label }) => (
          <li key={id}>
            {t("{label}: {next}, until then {now}", {
              label,
              next: inWords(next[id]),
              now: inWords(now[id]),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

function inWords(tokens: number): string {
  return t("{count, plural, =0 {no limit} one {# token} other {# tokens}}", { count: tokens });
}

function written(tokens: number): string {
  return tokens === 0 ? "" : String(tokens);
}
