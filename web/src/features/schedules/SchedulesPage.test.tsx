import { screen, waitFor, within } from "@testing-library/react";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import SchedulesPage from "./SchedulesPage";
import { keepSchedule, nights, planOf, scheduleOf } from "./testing";

const show = () =>
  render(<SchedulesPage />, {
    session: people.nina,
    path: "/account/performer/schedules",
    pages: ["/room/$username"],
  });

test("a day is opened, goes on into the next one, and is copied to others", async () => {
  const sent = keepSchedule({ ...planOf(), occurrences: [] });
  const { user } = await show();
  await user.click(await screen.findByRole("switch", { name: "Monday" }));
  await user.clear(screen.getByLabelText("Monday until"));
  await user.type(screen.getByLabelText("Monday until"), "02:00");
  expect(await screen.findByText("until 02:00 on Tuesday")).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "Copy Monday to other days" }));
  const sheet = within(await screen.findByRole("dialog"));
  await user.click(sheet.getByLabelText("Sunday"));
  await user.click(sheet.getByRole("button", { name: "Copy" }));
  expect(await screen.findByText("until 02:00 on Sunday")).toBeTruthy();
  expect(screen.getByText("Not saved yet")).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const night = { start: "20:00", end: "02:00", closed: false };
  expect(sent[0]).toMatchObject({ mon: night, tue: night, sat: night, sun: { closed: true } });
  await waitFor(() => expect(screen.queryByText("Not saved yet")).toBeNull());
});

test("a single date is added, and what the server refuses stands at its place", async () => {
  const sent = keepSchedule(scheduleOf(), { "exceptions.0.date": "Must not be in the past" });
  const { user } = await show();
  await user.click(await screen.findByRole("button", { name: "Add a date" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("This field is required!")).toBeTruthy();
  expect(sent).toHaveLength(0);

  await user.type(screen.getByLabelText("Date"), "2020-12-24");
  expect(await screen.findByText(/^Thursday,? 24 December 2020$/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Must not be in the past")).toBeTruthy();
  expect(sent[0]?.exceptions).toEqual([{ date: "2020-12-24", start: "", end: "", closed: true }]);
  expect(screen.getByText("Not saved yet")).toBeTruthy();

  await user.click(screen.getByRole("button", { name: /^Remove/ }));
  expect(screen.queryByLabelText("Date")).toBeNull();
});

test("it is previewed by the clock of another place, where it is another day", async () => {
  keepSchedule({ ...scheduleOf(), mon: nights });
  const { user } = await show();
  await screen.findAllByRole("option", { name: "Asia/Tokyo" });
  await user.selectOptions(screen.getByLabelText("A visitor in"), "Asia/Tokyo");
  expect(await screen.findByText(/^Tuesday,? 8 December$/)).toBeTruthy();
  expect(screen.getByText("06:00 until 10:00")).toBeTruthy();
  expect(screen.getByText("Monday 22:00–02:00 in Madrid, which is Tuesday for you")).toBeTruthy();
});
