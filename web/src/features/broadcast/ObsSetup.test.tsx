import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { ObsSetup } from "./ObsSetup";

test("a stream key is shown once, and replaced only after a question", async () => {
  const key = { url: "https://site/whip", exists: true, madeAt: "2026-11-01T09:00:00Z" };
  let made = 0;
  server.use(
    http.get("*/api/streaming/stream-key", () => HttpResponse.json({ data: key })),
    http.post("*/api/streaming/stream-key", () =>
      HttpResponse.json({ data: { ...key, key: `sk_live_${++made}` } }),
    ),
  );
  const { user, unmount, queries } = await render(<ObsSetup />);
  expect(await screen.findByLabelText("Server")).toHaveProperty("value", "https://site/whip");
  await user.click(screen.getByRole("button", { name: "Make a new key" }));
  expect(made).toBe(0);
  const dialog = screen.getByRole("dialog", { name: "Make a new stream key?" });
  await user.click(within(dialog).getByRole("button", { name: "Make a new key" }));
  expect(await screen.findByLabelText("Stream key")).toHaveProperty("value", "sk_live_1");

  expect(
    JSON.stringify(
      queries
        .getQueryCache()
        .getAll()
        .map(({ state }) => state),
    ),
  ).not.toContain("sk_live_1");
  unmount();
  await render(<ObsSetup />);
  expect(await screen.findByLabelText("Server")).toBeTruthy();
  expect(screen.queryByLabelText("Stream key")).toBeNull();
});
