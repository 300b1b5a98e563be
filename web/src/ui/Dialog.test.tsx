import { screen } from "@testing-library/react";
import { useState } from "react";
import { render } from "@/testing/render";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

/** An order that is cancelled once: the button then goes, or stays out of use. */
function Orders({ stays }: { stays: boolean }) {
  const [asked, setAsked] = useState(false);
  const [isDone, setIsDone] = useState(false);
  return (
    <main>
      <h1>Orders</h1>
      {(stays || !isDone) && (
        <Button disabled={isDone} onClick={() => setAsked(true)}>
          Cancel the order
        </Button>
      )}
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

test.each([
  ["gone", false],
  ["out of use", true],
])(
  "when what a dialog was opened by is %s, the keyboard goes on at the heading",
  async (_, stays) => {
    const { user } = await render(<Orders stays={stays} />);
    await user.click(screen.getByRole("button", { name: "Cancel the order" }));
    await user.click(screen.getByRole("button", { name: "Yes" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Orders" }));
  },
);

test("a dialog that is left gives the keyboard back to what opened it", async () => {
  const { user } = await render(<Orders stays />);
  await user.click(screen.getByRole("button", { name: "Cancel the order" }));
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel the order" }));
});

function Tipping() {
  const [open, setOpen] = useState(0);
  return (
    <main>
      <h1>Nina</h1>
      <Button onClick={() => setOpen(1)}>Tip</Button>
      <Dialog open={open > 0} onClose={() => setOpen(0)} title="Tip">
        <Button onClick={() => setOpen(2)}>Send</Button>
        <Dialog open={open > 1} onClose={() => setOpen(1)} title="Really?">
          <Button onClick={() => setOpen(0)}>Yes</Button>
        </Dialog>
      </Dialog>
    </main>
  );
}

test("when a question and the dialog around it close, the keyboard goes back to the page's button", async () => {
  const { user } = await render(<Tipping />);
  await user.click(screen.getByRole("button", { name: "Tip" }));
  await user.click(screen.getByRole("button", { name: "Send" }));
  await user.click(screen.getByRole("button", { name: "Yes" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Tip" }));
});
