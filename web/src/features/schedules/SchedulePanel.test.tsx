import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { SchedulePanel } from "./SchedulePanel";
import { planOf, scheduleOf } from "./testing";

const nina = { username: "nina", name: "Nina Vale" };

function serve(schedule = scheduleOf()) {
  const calls: string[] = [];
  let remindedOf = schedule.remindedOf;
  const reminder = "*/api/performers/nina/schedule/reminder";
  server.use(
    http.get("*/api/performers/nina/schedule", () =>
      HttpResponse.json({ data: { ...schedule, remindedOf } }),
    ),
    http.put(reminder, () => {
      calls.push("remind");
      remindedOf = schedule.nextAt;
      return HttpResponse.json({ data: { remindedOf } });
    }),
    http.delete(reminder, () => {
      calls.push("forget");
      remindedOf = undefined;
      return HttpResponse.json({ data: {} });
    }),
  );
  return calls;
}

test("a member is reminded, and takes it back", async () => {
  const calls = serve();
  const { user } = await render(<SchedulePanel performer={nina} />, { session: people.tom });
  await user.click(await screen.findByRole("button", { name: "Remind me" }));
  await user.click(await screen.findByRole("button", { name: "Do not remind me" }));
  expect(await screen.findByRole("button", { name: "Remind me" })).toBeTruthy();
  await waitFor(() => expect(calls).toEqual(["remind", "forget"]));
});

test("a calendar is given an address that names nobody, until that is wanted", async () => {
  serve();
  const { user } = await render(<SchedulePanel performer={nina} />);
  await user.click(await screen.findByRole("button", { name: "Add to calendar" }));
  const address = () => screen.getByLabelText("Address").getAttribute("value");
  expect(address()).toMatch(/\/performers\/nina\/schedule\.ics$/);
  await user.click(screen.getByLabelText(/With the name of Nina Vale/));
  expect(address()).toMatch(/schedule\.ics\?names=true$/);
});

test("nothing is announced", async () => {
  serve({ ...planOf(), occurrences: [] });
  await render(<SchedulePanel performer={nina} />);
  expect(await screen.findByText("Nina Vale has announced nothing")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Remind me" })).toBeNull();
});

test("a performer is not reminded of another one", async () => {
  serve();
  await render(<SchedulePanel performer={nina} />, { session: people.vera });
  expect(await screen.findByRole("button", { name: "Add to calendar" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Remind me" })).toBeNull();
});
