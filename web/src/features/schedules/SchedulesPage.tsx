import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { paths } from "@/app/paths";
import { ownZone } from "@/lib/clocks";
import { useSession } from "@/session/api";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { Form, field, useForm } from "@/ui/Form";
import { Loaded } from "@/ui/Loaded";
import { SaveButton } from "@/ui/SaveButton";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { useNow } from "@/ui/useNow";
import { useSettled } from "@/ui/useSettled";
import { Agenda } from "./Agenda";
import { ownSchedule, type Plan, previewOf, type Schedule, useSaveSchedule } from "./api";
import { ExceptionsCard } from "./ExceptionsCard";
import { isWhole, type PlanForm, type PlanValues, planSchema, valuesOf } from "./plan";
import { t } from "./texts";
import { WeekCard } from "./WeekCard";
import { ZoneSelect } from "./ZoneSelect";

/** /account/performer/schedules (spec §2): when I am usually live. */
export default function SchedulesPage() {
  useTitle(t("Schedules"));
  const own = useQuery(ownSchedule());
  const { session } = useSession();
  return (
    <div className="max-w-[1080px]">
      <PageHeader
        title={t("Schedules")}
        actions={
          session && (
            <LinkButton variant="outline" href={paths.room(session.username)}>
              {t("See my room")}
            </LinkButton>
          )
        }
      >
        {t("When you are usually live. Visitors see it in their own time, and can be reminded.")}
      </PageHeader>
      <Loaded query={own} waiting={<Skeleton className="h-[520px] rounded-lg" />}>
        {(schedule) => <Editor schedule={schedule} />}
      </Loaded>
    </div>
  );
}

function Editor({ schedule }: { schedule: Schedule }) {
  const save = useSaveSchedule();
  const form: PlanForm = useForm(planSchema, valuesOf(schedule, ownZone()));
  const { isDirty } = form.formState;

  async function send(plan: PlanValues) {
    await save.mutateAsync(plan);
    toast.success(t("Saved"));
  }

  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_380px]">
      <Form form={form} onSubmit={send} aria-label={t("Schedules")}>
        <ZoneCard form={form} />
        <WeekCard form={form} />
        <ExceptionsCard form={form} />
        <div className="sticky bottom-0 z-10 -mx-4 flex items-center justify-end gap-3 border-t border-line bg-bg/95 px-4 py-3 backdrop-blur max-lg:bottom-[var(--tabbar,0px)]">
          {isDirty && <span className="text-caption text-gold-ink">{t("Not saved yet")}</span>}
          <SaveButton pending={form.formState.isSubmitting} />
        </div>
      </Form>
      <Preview form={form} schedule={schedule} />
    </div>
  );
}

function ZoneCard({ form }: { form: PlanForm }) {
  return (
    <Card title={t("Time zone")}>
      <ZoneSelect
        chosen={form.getValues("timezone")}
        label={t("Your clock")}
        hint={t("The hours below are by the clocks there, in summer and in winter.")}
        required
        {...field(form, "timezone")}
      />
    </Card>
  );
}

/** What visitors would see, before it is saved. */
function Preview({ form, schedule }: { form: PlanForm; schedule: Schedule }) {
  const typed: Plan = useSettled(useWatch({ control: form.control, compute: (plan) => plan }));
  const [zone, setZone] = useState(ownZone);
  const now = useNow();
  const asked = useQuery({ ...previewOf(typed), enabled: isWhole(typed) });
  const shown = asked.data ?? schedule;
  return (
    <Card title={t("As visitors see it")} className="xl:sticky xl:top-[calc(var(--header)+20px)]">
      <div className="grid gap-4">
        <ZoneSelect
          label={t("A visitor in")}
          chosen={zone}
          value={zone}
          onChange={({ target }) => setZone(target.value)}
        />
        {asked.error && (
          <p role="status" className="text-caption text-gold-ink">
            {t("There is something to correct; this is what it was before.")}
          </p>
        )}
        <section
          aria-label={t("As visitors see it")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
          tabIndex={0}
          className="max-h-[480px] overflow-y-auto"
        >
          <Agenda
            schedule={shown}
            zone={zone}
            now={now}
            empty={t("Nothing in the next two weeks")}
          />
        </section>
      </div>
    </Card>
  );
}
