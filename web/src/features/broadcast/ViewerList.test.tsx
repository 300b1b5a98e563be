import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { createCamera } from "@/media/camera";
import { rememberedChoice } from "@/media/choice";
import { fakeEngine } from "@/media/testing";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { createBroadcast } from "./broadcast";
import { nina, show } from "./testing";
import { ViewerList } from "./ViewerList";

const camera = createCamera({ devices: undefined, choice: rememberedChoice(), remember: () => {} });
const broadcast = createBroadcast({
  camera,
  goLive: async () => show(),
  openShow: async () => undefined,
  stopShow: async () => {},
  earned: async () => ({ tips: 0, gross: 0, net: 0, since: null }),
  publish: fakeEngine().publish,
  remember: () => {},
  now: Date.now,
});

const room = {
  conversationId: "c1",
  total: 5,
  guests: 3,
  streamingStatus: "public",
  members: [
    { _id: "nina", username: "nina", avatar: "", role: "performer" },
    { username: "tom", avatar: "", role: "user" },
  ],
};

test("she sees who is here but not herself, and blocks a member after a question", async () => {
  const blocked: unknown[] = [];
  server.use(
    http.post("*/api/performers/blocking/update", async ({ request }) => {
      blocked.push(await request.json());
      return HttpResponse.json({ data: { countries: [], users: [] } });
    }),
  );
  const { user } = await render(
    <ViewerList stage={{ performer: nina, camera, broadcast, room }} />,
  );
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  expect(screen.getByText("and 3 guests")).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "Block tom" }));
  expect(blocked).toEqual([]);
  const dialog = screen.getByRole("dialog", { name: "Block tom?" });
  await user.click(within(dialog).getByRole("button", { name: "Block" }));
  expect(await screen.findByText("tom is blocked.")).toBeTruthy();
  expect(blocked).toEqual([{ usernames: ["tom"] }]);
});

test("an empty room says what will be here", async () => {
  const alone = { ...room, total: 1, guests: 0, members: room.members.slice(0, 1) };
  await render(<ViewerList stage={{ performer: nina, camera, broadcast, room: alone }} />);
  expect(screen.getByText("Nobody here yet")).toBeTruthy();
});
