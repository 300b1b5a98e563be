import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { NewsToasts } from "../NewsToasts";
import { UnreadBadge } from "./Waiting";

const wire = vi.hoisted(() => ({
  say: (_event: string, _data: object) => {},
  hears: (_event: string): boolean => false,
}));
vi.mock("@/realtime/realtime", async () => {
  const { createStore } = await import("zustand/vanilla");
  const { fakeWire } = await import("@/testing/wire");
  Object.assign(wire, fakeWire());
  return {
    realtime: { ...wire, store: createStore(() => ({ status: "connected" })) },
    useConnection: () => ({ status: "connected" }),
  };
});

test("what was read or came elsewhere changes the number of unread messages", async () => {
  server.use(
    http.get("*/api/messages/total-unread", () => HttpResponse.json({ data: { total: 2 } })),
    http.get("*/api/conversations", () => HttpResponse.json({ data: { data: [], total: 0 } })),
  );
  const scene = (
    <>
      <NewsToasts />
      <UnreadBadge as="link" />
    </>
  );
  await render(scene, { session: people.tom, pages: ["/messages"] });
  await screen.findByRole("link", { name: "Messages, 2 unread" });
  const event = "nofify_read_messages_in_conversation";
  await waitFor(() => expect(wire.hears(event)).toBe(true));
  act(() => wire.say(event, { total: 10_000 }));
  await screen.findByRole("link", { name: "Messages, 9999+ unread" });
  act(() => wire.say(event, { total: 0 }));
  await screen.findByRole("link", { name: "Messages" });
});
