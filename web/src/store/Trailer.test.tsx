import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { Trailer } from "./Trailer";

const folder = "/media/videos/abc/";

function answer(changes: object) {
  const asked: string[] = [];
  server.use(
    http.get("*/api/user/performer-assets/videos/v1/playback", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({
        data: {
          playlist: `${folder}master.m3u8`,
          captions: [],
          expiresAt: "2026-11-26T12:00:00Z",
          durationMs: 8000,
          positionMs: 0,
          ...changes,
        },
      });
    }),
  );
  return asked;
}

test("a card plays the small preview of the trailer, without sound", async () => {
  const asked = answer({ previewUrl: `${folder}preview.mp4` });
  const { container } = await render(<Trailer videoId="v1" />, { session: people.tom });
  await waitFor(() => expect(container.querySelector("video")).not.toBeNull());
  const video = container.querySelector("video");
  expect(video?.getAttribute("src")).toBe(`${folder}preview.mp4`);
  expect(video?.muted).toBe(true);
  expect(asked).toEqual(["?part=trailer"]);
});

test("a trailer whose preview is not made yet leaves the cover as it is", async () => {
  const asked = answer({});
  const { container } = await render(<Trailer videoId="v1" />, { session: people.tom });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(container.querySelector("video")).toBeNull();
});
