import { screen } from "@testing-library/react";
import { address } from "@/lib/address";
import { render } from "@/testing/render";
import { ListTable } from "./ListTable";
import { useFilters, useList } from "./useList";

const people = address("/people?role&offset&more");

type NamesProps = { at?: "more"; found?: string[] };

/** Sixty rows, or those that were found, by the role that the address says. */
function Names({ at, found }: NamesProps) {
  const [{ role = "" }, choose] = useFilters(people);
  const [list, page] = useList(
    people,
    (offset) => ({
      queryKey: ["people", at, role, offset],
      queryFn: async () => ({
        data: found ?? [`${role} ${offset + 1}`],
        total: found?.length ?? 60,
      }),
    }),
    { ...(at && { at }) },
  );
  return (
    <>
      <button type="button" onClick={() => choose({ role: "studio" })}>
        Studios
      </button>
      <ListTable
        list={list}
        page={page}
        label="People"
        columns={[{ id: "name", header: "Name", cell: (name) => name }]}
        rowKey={(name) => name}
        empty="Nobody"
      />
    </>
  );
}

test("another choice begins at the first page", async () => {
  const { user, router } = await render(<Names />, { path: "/people?offset=25" });
  expect(await screen.findByRole("cell", { name: "26" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Studios" }));
  expect(await screen.findByRole("cell", { name: "studio 1" })).toBeTruthy();
  expect(router.state.location.href).toBe("/people?role=studio");
});

test("two lists of a page have a place each in its address", async () => {
  const { user, router } = await render(<Names at="more" />, { path: "/people?offset=25" });
  await user.click(await screen.findByRole("button", { name: "Next page" }));
  expect(await screen.findByRole("cell", { name: "26" })).toBeTruthy();
  expect(router.state.location.href).toBe("/people?offset=25&more=25");
});

test("an empty list says so", async () => {
  await render(<Names found={[]} />, { path: "/people" });
  expect(await screen.findByText("Nobody")).toBeTruthy();
});
