import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { refusal } from "@/api/errors";
import { render } from "@/testing/render";
import { Loaded } from "./Loaded";
import { LoadFailure } from "./States";

function Wallet({ ask }: { ask: () => Promise<string> }) {
  const found = useQuery({ queryKey: ["wallet"], queryFn: ask });
  return (
    <Loaded query={found} waiting="Loading">
      {(data) => <p>{data}</p>}
    </Loaded>
  );
}

test("a failed refresh keeps what is on screen, says so, and can be tried again", async () => {
  let answer: () => Promise<string> = async () => "ten tokens";
  const { user, queries } = await render(<Wallet ask={() => answer()} />);
  await screen.findByText("ten tokens");

  answer = () => Promise.reject(refusal(502, "<html>Bad gateway</html>", null));
  await queries.refetchQueries({ queryKey: ["wallet"] });
  expect(await screen.findByText("This could not be refreshed.")).toBeTruthy();
  expect(screen.getByText("ten tokens")).toBeTruthy();

  answer = async () => "nine tokens";
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("nine tokens")).toBeTruthy();
  expect(screen.queryByText("This could not be refreshed.")).toBeNull();
});

test("before anything has come the error stands alone, in the words of whose fault it is", async () => {
  const refetch = vi.fn();
  const query = { data: undefined, error: refusal(502, "<html></html>", null), refetch };
  const { user } = await render(
    <Loaded query={query} waiting="Loading">
      {() => "never"}
    </Loaded>,
  );
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The site has a problem of its own.");
  expect(alert.textContent).not.toContain("Bad request!");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalledOnce();
});

test("a part that could not be loaded says so in one line and is asked for again", async () => {
  const refetch = vi.fn();
  const error = refusal(502, "", null);
  const { user } = await render(
    <>
      <LoadFailure query={{ data: undefined, error, refetch }} what="The menu" />
      <LoadFailure query={{ data: null, error, refetch }} what="The goal" />
      <LoadFailure query={{ data: undefined, error: null, refetch }} what="The wheel" />
    </>,
  );
  expect(await screen.findByText("The menu could not be loaded.")).toBeTruthy();
  expect(screen.getByText("The goal could not be refreshed.")).toBeTruthy();
  expect(screen.queryByText(/The wheel/)).toBeNull();
  for (const again of screen.getAllByRole("button", { name: "Try again" })) await user.click(again);
  expect(refetch).toHaveBeenCalledTimes(2);
});
