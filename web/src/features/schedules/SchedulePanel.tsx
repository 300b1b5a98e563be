import { useQuery } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { ownZone, placeOf } from "@/lib/clocks";
import { Button, buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { CopyField } from "@/ui/CopyField";
import { Sheet } from "@/ui/Dialog";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { Checkbox } from "@/ui/Toggle";
import { useNow } from "@/ui/useNow";
import { Agenda } from "./Agenda";
import { calendarOf, seenSchedule } from "./api";
import { ReminderButton } from "./ReminderButton";
import { t } from "./texts";

type SchedulePanelProps = { performer: { username: string; name: string } };

/** When a performer is usually live, by the clock of who looks. */
export function SchedulePanel({ performer }: SchedulePanelProps) {
  const { username, name } = performer;
  const seen = useQuery(seenSchedule(username));
  const [adding, setAdding] = useState(false);
  const now = useNow();
  const zone = ownZone();
  return (
    <Card title={t("When {name} is live", { name })}>
      <Loaded query={seen} waiting={<Skeleton className="h-64 rounded-lg" />}>
        {(schedule) => (
          <div className="grid gap-5">
            {schedule.occurrences.length > 0 && (
              <div className="flex flex-wrap items-center gap-2">
                <p className="me-auto text-caption text-fg3">
                  {t("By your clock ({place}). It may turn out otherwise.", {
                    place: placeOf(zone),
                  })}
                </p>
                <ReminderButton performer={performer} schedule={schedule} />
                <Button variant="outline" onClick={() => setAdding(true)}>
                  <CalendarPlus size={18} aria-hidden />
                  {t("Add to calendar")}
                </Button>
              </div>
            )}
            <Agenda
              schedule={schedule}
              zone={zone}
              now={now}
              empty={t("{name} has announced nothing", { name })}
            />
          </div>
        )}
      </Loaded>
      {adding && <CalendarSheet performer={performer} onClose={() => setAdding(false)} />}
    </Card>
  );
}

/** The address that calendars subscribe to, and what it says. */
function CalendarSheet({ performer, onClose }: SchedulePanelProps & { onClose: () => void }) {
  const [named, setNamed] = useState(false);
  const path = calendarOf(performer.username, named ? { names: "true" } : {});
  const address = new URL(path, location.href).href;
  return (
    <Sheet open onClose={onClose} width="md" title={t("Add to calendar")}>
      <div className="grid gap-4">
        <p className="text-label font-normal text-fg2">
          {t(
            "A calendar that is given this address shows the hours, and follows when they change.",
          )}
        </p>
        <CopyField label={t("Address")} value={address} />
        <Checkbox
          label={t("With the name of {name}", { name: performer.name })}
          hint={t(
            "Otherwise it says “Appointment”, and nobody who sees your calendar learns more.",
          )}
          checked={named}
          onChange={({ target }) => setNamed(target.checked)}
        />
        <a href={address.replace(/^http/, "webcal")} className={buttonClass("brand")}>
          <CalendarPlus size={18} aria-hidden />
          {t("Open in my calendar")}
        </a>
      </div>
    </Sheet>
  );
}
