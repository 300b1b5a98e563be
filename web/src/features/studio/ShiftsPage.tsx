import { CalendarDays, ChevronLeft, ChevronRight, Download, Printer, Users } from "lucide-react";
import { paths } from "@/app/paths";
import { dateIn, dateInWords, ownZone, placeOf } from "@/lib/clocks";
import { formatNumber } from "@/lib/format";
import { addDays } from "@/lib/range";
import { keywordOf } from "@/lib/search";
import { serverNow } from "@/lib/serverTime";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Button, buttonClass, IconButton, LinkButton } from "@/ui/Button";
import { Card, PageHeader, Stat } from "@/ui/Card";
import { Chip } from "@/ui/Chip";
import { CopyField } from "@/ui/CopyField";
import { Loaded } from "@/ui/Loaded";
import { isBeyond, Pagination } from "@/ui/Pagination";
import { SearchField } from "@/ui/SearchField";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { useFilters, useList } from "@/ui/useList";
import { useWide } from "@/ui/useWide";
import {
  planSize,
  type ShiftChoice,
  type ShiftPlan,
  shiftPlan,
  shiftsFile,
  shows,
} from "./apiShifts";
import { Coverage } from "./Coverage";
import { studioPaths } from "./pages";
import { ShiftDays } from "./ShiftDays";
import { ShiftTable } from "./ShiftTable";
import "./shifts.css";
import { t } from "./texts";

/** /studio/shifts: when members plan to be live in a week, by the clocks of who looks, and who is there now. */
export default function ShiftsPage() {
  const { models } = useLabels();
  useTitle(t("Shift plan"));
  const [query, choose] = useFilters(studioPaths.shifts);
  const zone = ownZone();
  const today = dateIn(zone, serverNow());
  const first = /^\d{4}-\d{2}-\d{2}$/.test(query.from ?? "") ? (query.from ?? "") : mondayOf(today);
  const choice: ShiftChoice = {
    from: first,
    timezone: zone,
    q: keywordOf(query),
    show: shows.find((show) => show === query.show) ?? "",
  };
  const [found, page] = useList(studioPaths.shifts, (offset) => shiftPlan(choice, offset), {
    limit: planSize,
  });
  return (
    <>
      <PageHeader
        title={t("Shift plan")}
        actions={
          <>
            <Button variant="outline" onClick={() => window.print()}>
              <Printer size={17} aria-hidden />
              {t("Print")}
            </Button>
            <a href={shiftsFile(choice)} download className={buttonClass("outline")}>
              <Download size={17} aria-hidden />
              {t("CSV")}
            </a>
          </>
        }
      >
        {t("When your {models} plan to be live, as their schedules say, by your clock ({place}).", {
          models: models.toLowerCase(),
          place: placeOf(zone),
        })}
      </PageHeader>
      <Loaded query={found} waiting={<Waiting />}>
        {(plan) =>
          plan.scheduled === 0 ? (
            <Nothing members={plan.members} />
          ) : (
            <>
              <Now plan={plan} />
              <Week
                first={first}
                today={today}
                onMove={(from) => choose({ from: from === mondayOf(today) ? "" : from })}
              />
              <Coverage days={plan.days} today={today} />
              <Card flush className="shift-plan mt-5">
                <div className="grid gap-3 p-4 lg:px-5 print:hidden">
                  <fieldset className="noscroll flex min-w-0 gap-2 overflow-x-auto">
                    <legend className="sr-only">{t("Who is shown")}</legend>
                    {chips(plan).map(({ show, label }) => (
                      <Chip
                        key={show}
                        selected={choice.show === show}
                        onClick={() => choose({ show })}
                      >
                        {label}
                      </Chip>
                    ))}
                  </fieldset>
                  <SearchField
                    q={choice.q}
                    label={t("Name")}
                    onSearch={(q) => choose({ q })}
                    className="sm:max-w-sm"
                  />
                </div>
                <Plan plan={plan} today={today} />
                <Pagination list={found} {...page} />
              </Card>
            </>
          )
        }
      </Loaded>
    </>
  );
}

const mondayOf = (date: string) =>
  addDays(date, -((new Date(`${date}T12:00:00`).getDay() + 6) % 7));

function Waiting() {
  return (
    <div aria-busy>
      <Skeleton className="mb-5 h-24 w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  );
}

/** The members of a page, as a table of the week or, on a phone, day by day. */
function Plan({ plan, today }: { plan: ShiftPlan; today: string }) {
  const isWide = useWide();
  if (isBeyond(plan)) return <Skeleton className="m-4 h-96 rounded-lg" />;
  if (plan.data.length === 0) {
    return <EmptyState title={t("Nobody here")} icon={<Users aria-hidden />} />;
  }
  return isWide ? (
    <ShiftTable plan={plan} today={today} />
  ) : (
    <ShiftDays plan={plan} today={today} />
  );
}

function chips({ members, now, scheduled }: ShiftPlan) {
  const labeled = (label: string, count: number) => `${label} · ${formatNumber(count, 0)}`;
  return [
    { show: "", label: labeled(t("Everybody"), members) },
    { show: "planned", label: t("Now") },
    { show: "missing", label: labeled(t("Missing now"), now.missing) },
    { show: "scheduled", label: labeled(t("With a schedule"), scheduled) },
    { show: "unscheduled", label: labeled(t("Without a schedule"), members - scheduled) },
  ];
}

/** How plan and stage agree at this moment. */
function Now({ plan: { now, members, scheduled } }: { plan: ShiftPlan }) {
  return (
    <dl className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat label={t("Planned now")} value={formatNumber(now.planned, 0)} />
      <Stat label={t("Online now")} value={formatNumber(now.online, 0)} />
      <Stat label={t("Missing now")} value={formatNumber(now.missing, 0)} />
      <Stat
        label={t("With a schedule")}
        value={formatNumber(scheduled, 0)}
        note={t("of {count}", { count: formatNumber(members, 0) })}
      />
    </dl>
  );
}

type WeekProps = { first: string; today: string; onMove: (from: string) => void };

/** Which week is shown, and the way to the others. */
function Week({ first, today, onMove }: WeekProps) {
  const thisWeek = mondayOf(today);
  return (
    <nav aria-label={t("Week")} className="mb-5 flex flex-wrap items-center gap-2">
      <IconButton
        label={t("Previous week")}
        variant="outline"
        onClick={() => onMove(addDays(first, -7))}
      >
        <ChevronLeft className="rtl:-scale-x-100" size={18} aria-hidden />
      </IconButton>
      <IconButton
        label={t("Next week")}
        variant="outline"
        onClick={() => onMove(addDays(first, 7))}
      >
        <ChevronRight className="rtl:-scale-x-100" size={18} aria-hidden />
      </IconButton>
      <h2 className="text-h3 font-bold first-letter:uppercase">
        {t("Week of {day}", { day: dateInWords(first) })}
      </h2>
      {first !== thisWeek && (
        <Button size="sm" variant="ghost" onClick={() => onMove(thisWeek)}>
          {t("This week")}
        </Button>
      )}
    </nav>
  );
}

/** There is no plan yet, and how to come by one. */
function Nothing({ members }: { members: number }) {
  const { models, model } = useLabels();
  if (members === 0) {
    return (
      <EmptyState
        title={t("No {models} yet", { models: models.toLowerCase() })}
        icon={<Users aria-hidden />}
        action={<LinkButton href={paths.studio.models()}>{models}</LinkButton>}
      >
        {t("{models} that belong to your studio appear here.", { models })}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t("No schedules yet")}
      icon={<CalendarDays aria-hidden />}
      action={
        <div className="w-80 max-w-full text-start">
          <CopyField label={t("Link")} value={location.origin + paths.performer.schedules()} />
        </div>
      }
    >
      {t(
        "Each {model} decides when to be live. Send them this link and ask them to enter their hours: the plan makes itself.",
        { model: model.toLowerCase() },
      )}
    </EmptyState>
  );
}
