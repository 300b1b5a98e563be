import { HttpResponse, http } from "msw";
import { server } from "@/testing/server";
import type { Hours, Plan, Schedule, Seen } from "./api";

const closed: Hours = { start: "", end: "", closed: true };

/** A plan that is closed on every day but those that are named. */
export function planOf(changes: Partial<Plan> = {}): Plan {
  return {
    timezone: "Europe/Madrid",
    mon: closed,
    tue: closed,
    wed: closed,
    thu: closed,
    fri: closed,
    sat: closed,
    sun: closed,
    exceptions: [],
    ...changes,
  };
}

export const nights: Hours = { start: "22:00", end: "02:00", closed: false };

/** Mondays from 22:00 to 02:00 in Madrid, of which one is to come. */
export function scheduleOf(changes: Partial<Seen> = {}): Seen {
  return {
    ...planOf({ mon: nights }),
    occurrences: [
      {
        date: "2099-12-07",
        startsAt: "2099-12-07T21:00:00Z",
        endsAt: "2099-12-08T01:00:00Z",
        isException: false,
      },
    ],
    nextAt: "2099-12-07T21:00:00Z",
    ...changes,
  };
}

/** A server that keeps one performer's schedule, and notes what is sent. */
export function keepSchedule(first: Schedule, refusal?: Record<string, string>) {
  let schedule = first;
  const sent: Plan[] = [];
  server.use(
    http.get("*/api/performers/schedule", () => HttpResponse.json({ data: schedule })),
    http.put<never, Plan>("*/api/performers/schedule", async ({ request }) => {
      const plan = await request.json();
      sent.push(plan);
      if (refusal) {
        const message = Object.entries(refusal).map(([property, text]) => ({
          property,
          constraints: { custom: text },
        }));
        return HttpResponse.json({ statusCode: 422, message }, { status: 422 });
      }
      schedule = { ...schedule, ...plan };
      return HttpResponse.json({ data: schedule });
    }),
    http.post<never, Plan>("*/api/performers/schedule/preview", async ({ request }) =>
      HttpResponse.json({ data: { ...schedule, ...(await request.json()) } }),
    ),
    http.get("*/api/timezones/list", () =>
      HttpResponse.json({
        data: {
          data: ["Europe/Madrid", "Asia/Tokyo"].map((name) => ({ name, label: name })),
          total: 2,
        },
      }),
    ),
  );
  return sent;
}
