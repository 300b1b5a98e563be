import { HttpResponse, http } from "msw";
import type { Group, Notice } from "@/notices/groups";
import { server } from "@/testing/server";
import type { Channels, Preferences } from "./api";

/** A notice of today, by its number: a higher one is newer. */
export function notice(number: number, changes: Partial<Notice> = {}): Notice {
  return {
    _id: `n${String(number).padStart(3, "0")}`,
    kind: "tip.received",
    group: "tip",
    title: `Tip ${number}`,
    text: "You have received 20.00.",
    createdAt: new Date().toISOString(),
    isRead: false,
    ...changes,
  };
}

/** A server that keeps these notices, newest first, in pages of two; it tells what it was asked to do. */
export function noticesAre(first: Notice[]) {
  let all = first;
  const seen: { read: unknown[]; removed: string[]; asked: string[] } = {
    read: [],
    removed: [],
    asked: [],
  };
  const total = () => all.filter(({ isRead }) => !isRead).length;
  server.use(
    http.get("*/api/notices/unread", () => HttpResponse.json({ data: { total: total() } })),
    http.get("*/api/notices", ({ request }) => {
      const { searchParams } = new URL(request.url);
      seen.asked.push(searchParams.toString());
      const [group, after] = [searchParams.get("group"), searchParams.get("after")];
      const of = all.filter((one) => group === null || one.group === group);
      const left = of.filter(({ _id }) => after === null || _id < after);
      const data = left.slice(0, 2);
      const next = left.length > 2 ? data.at(-1)?._id : undefined;
      return HttpResponse.json({ data: { data, next } });
    }),
    http.post("*/api/notices/read", async ({ request }) => {
      const body: { ids?: string[]; upTo?: string } = Object(await request.json());
      seen.read.push(body);
      const isMeant = ({ _id }: Notice) => body.ids?.includes(_id) || _id <= (body.upTo ?? "");
      all = all.map((one) => (isMeant(one) ? { ...one, isRead: true } : one));
      return HttpResponse.json({ data: { total: total() } });
    }),
    http.delete<{ id: string }>("*/api/notices/:id", ({ params: { id } }) => {
      seen.removed.push(id);
      all = all.filter(({ _id }) => _id !== id);
      return HttpResponse.json({ data: { success: true } });
    }),
  );
  return seen;
}

const ways: Channels = { app: true, mail: true, push: true };
const each = (channels: Channels): Record<Group, Channels> => ({
  request: channels,
  tip: channels,
  purchase: channels,
  message: channels,
  favourite: channels,
  reminder: channels,
  order: channels,
  payout: channels,
  refund: channels,
  verification: channels,
  system: channels,
});

/** The preferences of who has chosen nothing. */
export const asTheyCome: Preferences = {
  groups: each(ways),
  digest: "hourly",
  discreet: true,
  essential: ["order", "payout", "refund", "verification", "system"],
};
