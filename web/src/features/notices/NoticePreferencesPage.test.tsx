import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import type { PushState } from "@/notices/push";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Choice } from "./api";
import { mustBeInstalled } from "./installed";
import NoticePreferencesPage from "./NoticePreferencesPage";
import { asTheyCome } from "./testing";

const push = vi.hoisted(() => ({
  pushState: vi.fn(),
  subscribe: vi.fn(),
  unsubscribe: vi.fn(),
  tryPush: vi.fn(),
}));
vi.mock("@/notices/push", () => push);

async function show(state: PushState = "off", refusal?: { property: string; words: string }) {
  push.pushState.mockResolvedValue(state);
  const saved: Choice[] = [];
  server.use(
    http.get("*/api/notices/preferences", () => HttpResponse.json({ data: asTheyCome })),
    http.put("*/api/notices/preferences", async ({ request }) => {
      const body: Choice = Object(await request.json());
      saved.push(body);
      if (refusal) {
        const message = [{ property: refusal.property, constraints: { refused: refusal.words } }];
        return HttpResponse.json({ statusCode: 422, message }, { status: 422 });
      }
      const groups = { ...asTheyCome.groups, ...body.groups };
      return HttpResponse.json({ data: { ...asTheyCome, ...body, groups } });
    }),
    http.get("*/api/timezones/list", () =>
      HttpResponse.json({
        data: { data: [{ name: "Europe/Madrid", label: "Madrid" }], total: 1 },
      }),
    ),
  );
  const page = await render(<NoticePreferencesPage />, {
    session: people.tom,
    path: paths.noticePreferences(),
    pages: [paths.notices()],
  });
  await screen.findByRole("button", { name: "Save" });
  return { ...page, saved };
}
const box = (name: string) => screen.getByRole("checkbox", { name });

test("what is essential comes always, with the reason; the rest is chosen and saved", async () => {
  const { user, saved } = await show();
  expect(screen.queryByRole("checkbox", { name: "Orders: Mail" })).toBeNull();
  expect(screen.getByText("An order has deadlines, and somebody’s money is in it.")).toBeTruthy();
  expect(screen.queryByRole("checkbox", { name: "Tips: Mail" })).toBeNull(); // nobody tips a member
  await user.click(box("Messages: Mail"));
  await user.click(box("Orders: Devices"));
  await user.selectOptions(screen.getByLabelText("What comes often, such as messages"), "daily");
  await user.click(screen.getByRole("switch", { name: /^Discreet/ }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(saved).toHaveLength(1);
  expect(saved[0]).toMatchObject({
    digest: "daily",
    discreet: false,
    groups: {
      message: { app: true, mail: false, push: true },
      order: { app: true, mail: true, push: false },
    },
  });
  expect(saved[0]).not.toHaveProperty("quietHours");
  expect(saved[0]?.groups).not.toHaveProperty("tip");
});

test("quiet hours are of a zone that is chosen, and what is refused stays as it was typed", async () => {
  const { user, saved } = await show("off", {
    property: "quietHours.to",
    words: "Must be another time than the beginning",
  });
  await user.click(screen.getByRole("switch", { name: /^Do not disturb me/ }));
  await screen.findByRole("option", { name: "Madrid" });
  await user.selectOptions(screen.getByLabelText("Time zone"), "Europe/Madrid");
  const to = screen.getByLabelText("To");
  await user.clear(to);
  await user.type(to, "22:00");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Must be another time than the beginning")).toBeTruthy();
  expect(to).toHaveProperty("value", "22:00");
  expect(saved[0]?.quietHours).toEqual({ from: "22:00", to: "22:00", timezone: "Europe/Madrid" });
});

test("an hour that is left out is asked for", async () => {
  const { user, saved } = await show();
  await user.click(screen.getByRole("switch", { name: /^Do not disturb me/ }));
  await user.clear(screen.getByLabelText("From"));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("This field is required!")).toBeTruthy();
  expect(saved).toEqual([]);
});

test("only the press asks the browser; then it is on, is tried, and is turned off", async () => {
  const { user } = await show("off");
  push.subscribe.mockResolvedValue("on");
  push.unsubscribe.mockResolvedValue("off");
  push.tryPush.mockResolvedValue({});
  const button = await screen.findByRole("button", { name: "Notify me on this device" });
  expect(screen.getByText(/when a favorite goes live.*also with the page closed/)).toBeTruthy();
  expect(push.subscribe).not.toHaveBeenCalled();
  await user.click(button);
  expect(push.subscribe).toHaveBeenCalledOnce();
  await user.click(await screen.findByRole("button", { name: "Send me one to try" }));
  expect(await screen.findByText("A notification is on its way to this device.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Turn off on this device" }));
  expect(await screen.findByRole("button", { name: "Notify me on this device" })).toBeTruthy();
});

test("what cannot be turned on is said, and may be tried again", async () => {
  const { user } = await show("off");
  push.subscribe.mockRejectedValue(new Error("The push service does not answer."));
  await user.click(await screen.findByRole("button", { name: "Notify me on this device" }));
  expect(await screen.findByText("The push service does not answer.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Notify me on this device" })).toBeTruthy();
});

test("a browser that forbids it says how that is undone, and one that cannot says so", async () => {
  const { unmount } = await show("denied");
  expect(await screen.findByText(/^You have blocked notifications/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Notify me on this device" })).toBeNull();
  unmount();
  await show("unsupported");
  expect(await screen.findByText(/^This browser cannot notify you/)).toBeTruthy();
});

test("an iPhone is told to put the site on its Home Screen", async () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)",
  );
  expect(mustBeInstalled()).toBe(true);
  await show("unsupported");
  await waitFor(() => expect(screen.getByText("Choose “Add to Home Screen”.")).toBeTruthy());
});
