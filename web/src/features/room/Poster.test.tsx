import { card } from "@/testing/performers";
import { render } from "@/testing/render";
import { Poster } from "./Poster";

test.each([
  ["offline", "/offline.png"],
  ["away", "/offline.png"],
  ["private", "/private.png"],
  ["group", "/group.png"],
] as const)("who is %s has the picture %s of the settings", async (streamingStatus, picture) => {
  const { container } = await render(
    <Poster performer={card({ streamingStatus })} expected={false} tall={false} />,
  );
  expect(container.querySelector(`img[src="${picture}"]`)).toBeTruthy();
});
