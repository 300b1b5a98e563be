import type { QueryClient } from "@tanstack/react-query";
import { loadInTheEnd } from "@/lib/loadInTheEnd";
import type { ServerEvents } from "@/realtime/events";
import { realtime } from "@/realtime/realtime";
import type { Session } from "@/session/api";

/** What a toast tells, what a press on it shows, if anything, and what it is replaced by. */
export type News = {
  text: string;
  kind?: "success" | "info" | "error";
  id?: string;
  path?: string;
};

/** Who hears of it, and what is on their screen. */
export type Hearer = { session: Session | undefined; queries: QueryClient };

/** Listens until the answer is called. */
export type Listen = (
  hearer: () => Hearer,
  tell: (news: News) => void,
  ring: () => void,
) => () => void;

/**
 * News of an event, wherever in the app a person is: a feature lists its own in its news.ts, where
 * app/NewsToasts.tsx finds them. What makes news of an event is loaded when that is first heard;
 * `first` is what waits for no file, and says whether the sound of a tip is played.
 */
export function heard<Event extends keyof ServerEvents>(
  event: Event,
  load: () => Promise<(data: ServerEvents[Event], hearer: Hearer) => News | undefined>,
  first?: (data: ServerEvents[Event], hearer: Hearer) => boolean,
): Listen {
  return (hearer, tell, ring) =>
    realtime.onFromStart(event, async (data) => {
      if (first?.(data, hearer())) ring();
      const newsOf = await loadInTheEnd(load);
      const news = newsOf(data, hearer());
      if (news) tell(news);
    });
}
