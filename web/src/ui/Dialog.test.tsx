import { screen } from "@testing-library/react";
import { useState } from "react";
import { render } from "@/testing/render";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

function Orders() {
  const [asked, setAsked] = useState(false);
  const [isDone, setIsDone] = useState(false);
  return (
    <main>
      <h1>Orders</h1>
      {!isDone && <Button onClick={() => setAsked(true)}>Cancel the order</Button>}
      <Button>Another</Button>
      <Dialog
        open={asked}
        onClose={() => setAsked(false)}
        title="Cancel it?"
        actions={
          <Button
            onClick={() => {
              setIsDone(true);
              setAsked(false);
            }}
          >
            Yes
          </Button>
        }
      />
    </main>
  );
}

test("when what a dialog was opened by is gone, the keyboard goes on at the heading", async () => {
  const { user } = await render(<Orders />);
  await user.click(screen.getByRole("button", { name: "Cancel the order" }));
  await user.click(screen.getByRole("button", { name: "Yes" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Orders" }));
});

test("a dialog that is left gives the keyboard back to what opened it", async () => {
  const { user } = await render(<Orders />);
  await user.click(screen.getByRole("button", { name: "Cancel the order" }));
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(document.activeElement).not.toBe(screen.getByRole("heading", { name: "Orders" }));
});
