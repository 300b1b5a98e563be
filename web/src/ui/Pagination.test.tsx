import { screen } from "@testing-library/react";
import { address } from "@/lib/address";
import { offsetOf } from "@/lib/offset";
import { render } from "@/testing/render";
import { Pagination, rowsOf } from "./Pagination";
import { SearchField } from "./SearchField";
import { useSearch } from "./useAddress";

const list = address("/list?q&offset&people");

type RowsProps = { total?: number; name?: "offset" | "people"; isPlaceholderData?: boolean };

function Rows({ total = 60, name = "offset", isPlaceholderData = false }: RowsProps) {
  const [query, setQuery] = useSearch(list);
  const offset = offsetOf({ offset: query[name] });
  const move = (next: number) => setQuery({ [name]: next || undefined });
  const page = { data: { total }, isPlaceholderData };
  return <Pagination list={page} offset={offset} limit={25} onMove={move} />;
}

test("a list's page is in the address", async () => {
  const { user, router } = await render(<Rows />, { path: "/list?q=a" });
  expect(screen.getByText("1–25 of 60")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Next page" }));
  await screen.findByText("26–50 of 60");
  expect(router.state.location.href).toBe("/list?q=a&offset=25");
});

test.each([
  [60, "/list?q=a&offset=50"],
  [50, "/list?q=a&offset=25"],
  [1, "/list?q=a"],
])("beyond the end of %i rows a list goes to its last page", async (total, address) => {
  const { router } = await render(<Rows total={total} />, { path: "/list?q=a&offset=1000" });
  await vi.waitFor(() => expect(router.state.location.href).toBe(address));
});

test("two lists of an address each go to their last page", async () => {
  const both = (
    <>
      <Rows name="people" />
      <Rows />
    </>
  );
  const { router } = await render(both, { path: "/list?people=100&offset=100" });
  await vi.waitFor(() => expect(router.state.location.href).toBe("/list?people=50&offset=50"));
});

test("what stands in for a page that is still to come moves nobody", async () => {
  const { router, rerender } = await render(<Rows total={3} isPlaceholderData />, {
    path: "/list?offset=50",
  });
  rerender(null);
  expect(router.state.location.href).toBe("/list?offset=50");
});

test("a page beyond the end has its rows still to come, and an empty list has none", () => {
  expect(rowsOf({ data: [], total: 3 })).toBeUndefined();
  expect(rowsOf({ data: [], total: 0 })).toEqual([]);
  expect(rowsOf({ data: ["a"], total: 3 })).toEqual(["a"]);
});

test("a search takes as many characters as it is told", async () => {
  const { rerender } = await render(<SearchField q="" onSearch={() => {}} />);
  expect(screen.getByRole("searchbox").getAttribute("maxlength")).toBe("100");
  rerender(<SearchField q="" onSearch={() => {}} maxLength={200} />);
  expect(screen.getByRole("searchbox").getAttribute("maxlength")).toBe("200");
});
