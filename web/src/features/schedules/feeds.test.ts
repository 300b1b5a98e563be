import ICAL from "ical.js";

type Said = { from: string; to: string; spans: string[] };

// The files that the server's own tests write.
const files = import.meta.glob<string>("./testdata/*", {
  query: "?raw",
  import: "default",
  eager: true,
});
const names = Object.keys(files)
  .filter((file) => file.endsWith(".ics"))
  .map((file) => file.slice("./testdata/".length, -".ics".length));

/** What ical.js reads in a feed between two instants, by the zones that the feed describes. */
function read(feed: string, from: string, to: string): string[] {
  ICAL.TimezoneService.reset();
  const calendar = new ICAL.Component(ICAL.parse(feed));
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
  const spans: string[] = [];
  for (const component of calendar.getAllSubcomponents("vevent")) {
    const event = new ICAL.Event(component);
    const each = event.iterator();
    for (let at = each.next(); at && iso(at) < to; at = each.next()) {
      const { startDate, endDate } = event.getOccurrenceDetails(at);
      if (iso(startDate) >= from && iso(startDate) < to)
        spans.push(`${iso(startDate)}/${iso(endDate)}`);
    }
  }
  return spans.sort();
}

function iso(time: ICAL.Time): string {
  return new Date(time.toUnixTime() * 1000).toISOString().replace(".000Z", "Z");
}

test("feeds of ten zones are there", () => expect(names).toHaveLength(10));

// Over a year and both changes of the clocks.
test.each(names)("ical.js reads in %s what visitors are shown", (name) => {
  const { from, to, spans }: Said = JSON.parse(files[`./testdata/${name}.json`] ?? "{}");
  const feed = files[`./testdata/${name}.ics`] ?? "";
  expect(feed).not.toContain("RDATE");
  expect(read(feed, from, to)).toEqual(spans);
});
