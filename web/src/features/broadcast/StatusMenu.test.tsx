import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Me } from "./api";
import { StatusMenu } from "./StatusMenu";
import { nina } from "./testing";

/** A server that knows Nina; what was said to it. */
function serve(performer: Partial<Me> = {}, status = 200) {
  const said: unknown[] = [];
  let kept: Me = { ...nina, ...performer };
  server.use(
    http.get("*/api/performers/me", () => HttpResponse.json({ data: kept })),
    http.post<never, { status: Me["availability"]; headline: string }>(
      "*/api/performers/streaming-status/update",
      async ({ request }) => {
        const body = await request.json();
        said.push(body);
        if (status !== 200) {
          return HttpResponse.json({ statusCode: status, message: "Too fast." }, { status });
        }
        kept = { ...kept, headline: body.headline, availability: body.status };
        return HttpResponse.json({ data: kept });
      },
    ),
  );
  return said;
}

const open = () => render(<StatusMenu />, { session: people.nina, path: "/" });

test("on air she says from every page that she is away, and what stands on her card", async () => {
  const said = serve({ isOnline: true, streamingStatus: "public" });
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "How you appear: Available" }));
  await user.click(await screen.findByRole("radio", { name: "Away" }));
  const headline = screen.getByLabelText("Headline");
  await user.clear(headline);
  await user.type(headline, "Back in five");
  expect(screen.getByText(/12 of 120 characters/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("button", { name: "How you appear: Away" })).toBeTruthy();
  expect(said).toEqual([{ status: "away", headline: "Back in five" }]);
});

test("off air she changes the headline alone, and may take it away", async () => {
  const said = serve();
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "How you appear: Off air" }));
  await user.clear(await screen.findByLabelText("Headline"));
  expect(screen.queryByRole("radio")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(said).toEqual([{ status: "available", headline: "" }]));
});

test("what was refused, or left unsaved, is still there", async () => {
  serve({}, 429);
  const { user } = await open();
  const button = await screen.findByRole("button", { name: "How you appear: Off air" });
  await user.click(button);
  const typed = () => screen.findByDisplayValue("Evening songs, late");
  await user.type(await screen.findByLabelText("Headline"), ", late");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Too fast.")).toBeTruthy();
  await typed();
  await user.click(screen.getByRole("button", { name: "Back" }));
  await user.click(button);
  await typed();
});
