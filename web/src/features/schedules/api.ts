import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import { address } from "@/lib/address";

export type Plan = Schemas["SchedulesPlan"];
export type Hours = Schemas["SchedulesHours"];
export type Exception = Schemas["SchedulesException"];
export type Schedule = Schemas["SchedulesSchedule"];
export type Seen = Schemas["SchedulesSeen"];
export type Occurrence = Schemas["SchedulesOccurrence"];

/** What calendars read, outside of the app; `names=true` for one that says whose it is. */
export const calendarOf = address("/performers/$username/schedule.ics?names");

const keys = {
  own: ["schedule", "own"] as const,
  seen: (username: string) => ["schedule", "of", username] as const,
  preview: (plan: Plan) => ["schedule", "preview", plan] as const,
};

/** My hours, as I decided them, and what they come to. */
export const ownSchedule = () => apiQuery(keys.own, "/performers/schedule");

/** When a performer is usually live; 404 when they are absent or hidden from the caller. */
export const seenSchedule = (username: string) =>
  apiQuery(keys.seen(username), "/performers/{username}/schedule", { path: { username } });

/** What a plan would come to. */
export const previewOf = (plan: Plan) =>
  queryOptions({
    queryKey: keys.preview(plan),
    queryFn: ({ signal }) =>
      unwrap(api.POST("/performers/schedule/preview", { body: plan, signal })),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  });

export function useSaveSchedule() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (plan: Plan) => unwrap(api.PUT("/performers/schedule", { body: plan })),
    onSuccess: (saved) => queries.setQueryData(keys.own, saved),
  });
}

/** Has me reminded of a performer's next hours, or takes that back. */
export function useReminder(username: string) {
  const queries = useQueryClient();
  const params = { path: { username } };
  return useMutation({
    mutationFn: (wanted: boolean): Promise<Schemas["SchedulesReminder"]> =>
      unwrap(
        wanted
          ? api.PUT("/performers/{username}/schedule/reminder", { params })
          : api.DELETE("/performers/{username}/schedule/reminder", { params }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.seen(username) }),
  });
}
