import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { CommissionCard } from "@/features/rates/CommissionCard";
import { LeaveStudio } from "@/features/studio/LeaveStudio";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";

test("a performer leaves her studio after one question", async () => {
  const rates = Object.fromEntries(
    ["tip", "private", "group", "peekIn", "wheel", "gallery", "video", "product"].map((kind) => [
      kind,
      60,
    ]),
  );
  let left = false;
  server.use(
    http.get("*/api/settings/performer/commission", () =>
      HttpResponse.json({
        data: left
          ? { site: rates, rates }
          : { site: rates, studio: { username: "stella" }, rates },
      }),
    ),
    http.post("*/api/performers/studio/leave", () => {
      left = true;
      return HttpResponse.json({ data: { message: "You have left your studio." } });
    }),
  );
  const { user } = await render(
    <CommissionCard>{(studio) => <LeaveStudio studio={studio} />}</CommissionCard>,
    { session: people.nina },
  );
  await user.click(await screen.findByRole("button", { name: "Leave studio" }));
  expect(left).toBe(false);
  const question = await screen.findByRole("dialog", { name: "Leave stella?" });
  await user.click(within(question).getByRole("button", { name: "Leave studio" }));
  await waitFor(() => expect(screen.queryByText("Your share at stella")).toBeNull());
  expect(left).toBe(true);
});
