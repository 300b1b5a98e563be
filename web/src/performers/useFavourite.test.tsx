import { HttpResponse, http } from "msw";
import { card } from "@/testing/performers";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { useFavourite } from "./useFavourite";

function Heart() {
  const { setFavourite } = useFavourite("nina");
  return (
    <>
      <button type="button" onClick={() => setFavourite(false)}>
        Remove
      </button>
      <button type="button" onClick={() => setFavourite(true)}>
        Undo
      </button>
    </>
  );
}

test("an undo reaches the server after what it undoes", async () => {
  const asked: string[] = [];
  let answer = () => {};
  server.use(
    http.post("*/api/favourite/nina/:what", async ({ params }) => {
      asked.push(String(params.what));
      if (params.what === "unlike") await new Promise<void>((done) => (answer = done));
      return HttpResponse.json({ data: { isFavorite: params.what === "like" } });
    }),
  );
  const { user, getByRole } = await render(<Heart />, { cards: [card()] });
  await user.click(getByRole("button", { name: "Remove" }));
  await vi.waitFor(() => expect(asked).toEqual(["unlike"]));
  await user.click(getByRole("button", { name: "Undo" }));
  await new Promise((turn) => setTimeout(turn));
  expect(asked).toEqual(["unlike"]);
  answer();
  await vi.waitFor(() => expect(asked).toEqual(["unlike", "like"]));
});
