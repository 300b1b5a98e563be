import { fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import * as z from "zod/mini";
import { ApiError } from "@/api/errors";
import { email, required } from "@/lib/validate";
import { answerMedia } from "@/testing/media";
import { render } from "@/testing/render";
import { Avatar, PlaceholderAvatar } from "./Avatar";
import { Button } from "./Button";
import { DataTable } from "./DataTable";
import { CornerPanel, Dialog } from "./Dialog";
import { TextField } from "./Field";
import { Form, field, useForm } from "./Form";
import { Menu, menuItem } from "./Menu";
import { Tabs } from "./Tabs";
import Toaster from "./Toaster";
import { toast } from "./toast";

const schema = z.object({ username: required(), email: email() });

function Register({ onSubmit }: { onSubmit: (values: z.output<typeof schema>) => Promise<void> }) {
  const form = useForm(schema, { username: "", email: "" });
  return (
    <Form form={form} onSubmit={onSubmit}>
      <TextField label="Username" {...field(form, "username")} />
      <TextField label="Email" {...field(form, "email")} />
      <Button type="submit">Register</Button>
    </Form>
  );
}

test("a form says what is missing and sends what is right", async () => {
  const sent = vi.fn(async () => {});
  const { user } = await render(<Register onSubmit={sent} />);
  await user.type(screen.getByLabelText("Email"), "nina@example");
  await user.click(screen.getByRole("button", { name: "Register" }));
  const texts = (await screen.findAllByRole("alert")).map((alert) => alert.textContent);
  expect(texts).toEqual(["This field is required!", "Not a validate email!"]);
  expect(sent).not.toHaveBeenCalled();

  await user.type(screen.getByLabelText("Username"), " nina ");
  await user.type(screen.getByLabelText("Email"), ".com");
  await user.click(screen.getByRole("button", { name: "Register" }));
  await vi.waitFor(() =>
    expect(sent).toHaveBeenCalledWith({ username: "nina", email: "nina@example.com" }),
  );
});

const timed = z.object({ username: z.string(), at: required() });
const unseen = new ApiError(422, "Refused", { fields: { at: "This field is required!" } });

function Timed({ at }: { at: string }) {
  const form = useForm(timed, { username: "nina", at });
  const [shown, setShown] = useState(true);
  return (
    <Form form={form} onSubmit={() => Promise.reject(unseen)}>
      <TextField label="Username" {...field(form, "username")} />
      {shown && <TextField label="At" {...field(form, "at")} />}
      <Button onClick={() => setShown(false)}>Now</Button>
      <Button type="submit">Save</Button>
    </Form>
  );
}

test.each([
  ["the server", "noon"],
  ["the form", ""],
])("what %s refuses of a field that is not on the page is said below the others", async (_, at) => {
  const { user } = await render(<Timed at={at} />);
  await user.click(screen.getByRole("button", { name: "Now" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toBe("This field is required!");
});

test("a refused form keeps its input and shows each refusal at its field", async () => {
  const taken = new ApiError(422, "This name is taken", {
    fields: { username: "This name is taken" },
  });
  const { user } = await render(<Register onSubmit={() => Promise.reject(taken)} />);
  await user.type(screen.getByLabelText("Username"), "nina");
  await user.type(screen.getByLabelText("Email"), "nina@example.com");
  await user.click(screen.getByRole("button", { name: "Register" }));
  expect((await screen.findByRole("alert")).textContent).toBe("This name is taken");
  const username = screen.getByLabelText("Username");
  expect(username).toHaveProperty("value", "nina");
  expect(username.getAttribute("aria-invalid")).toBe("true");
});

test("a refusal of no field stands below the form, beside its button", async () => {
  const late = new ApiError(409, "Registration is closed");
  const { user } = await render(<Register onSubmit={() => Promise.reject(late)} />);
  await user.type(screen.getByLabelText("Username"), "nina");
  await user.type(screen.getByLabelText("Email"), "nina@example.com");
  await user.click(screen.getByRole("button", { name: "Register" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("Registration is closed");
  const button = screen.getByRole("button", { name: "Register" });
  expect(button.compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("a menu is worked by keyboard and gives the focus back", async () => {
  const chosen = vi.fn();
  const { user } = await render(
    <Menu label="Things" trigger="Things">
      {["Edit", "Move", "Remove"].map((name) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          className={menuItem}
          onClick={() => chosen(name)}
        >
          {name}
        </button>
      ))}
    </Menu>,
  );
  const trigger = screen.getByRole("button", { name: "Things" });
  trigger.focus();
  await user.keyboard("{ArrowDown}");
  const focused = () => document.activeElement?.textContent;
  expect(focused()).toBe("Edit");
  await user.keyboard("{ArrowUp}");
  expect(focused()).toBe("Remove");
  await user.keyboard("m");
  expect(focused()).toBe("Move");
  await user.keyboard("{Enter}");
  expect(chosen).toHaveBeenCalledWith("Move");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(trigger);

  await user.keyboard("{ArrowDown}{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(trigger);
});

test("a dialog closes by its button", async () => {
  const close = vi.fn();
  const { user } = await render(<Dialog open onClose={close} title="Stop the show?" />);
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(close).toHaveBeenCalledOnce();
});

test("a table shows loading, empty, error and full", async () => {
  const columns = [{ id: "name", header: "Name", cell: (row: { name: string }) => row.name }];
  const table = { label: "People", columns, rowKey: (row: { name: string }) => row.name };
  const waiting = await render(<DataTable {...table} rows={undefined} />);
  expect(screen.getByRole("region", { name: "People" }).getAttribute("aria-busy")).toBe("true");
  waiting.unmount();
  const full = await render(<DataTable {...table} rows={[{ name: "Nina" }]} />);
  expect(screen.getByRole("cell", { name: "Nina" })).toBeTruthy();
  full.unmount();
  const empty = await render(<DataTable {...table} rows={[]} empty={<p>Nobody yet</p>} />);
  expect(screen.getByText("Nobody yet")).toBeTruthy();
  empty.unmount();
  const retry = vi.fn();
  const error = new ApiError(500, "Error occured, please try again later");
  const { user } = await render(
    <DataTable {...table} rows={undefined} error={error} onRetry={retry} />,
  );
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(retry).toHaveBeenCalledOnce();
});

function Profile() {
  const [tab, setTab] = useState("about");
  const tabs = ["about", "videos"].map((id) => ({ id, label: id }));
  return (
    <Tabs label="Profile" tabs={tabs} selected={tab} onSelect={setTab}>
      panel of {tab}
    </Tabs>
  );
}

test("arrows move between tabs", async () => {
  const { user } = await render(<Profile />);
  await user.click(screen.getByRole("tab", { name: "about" }));
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("tabpanel").textContent).toBe("panel of videos");
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("tabpanel").textContent).toBe("panel of about");
});

test("a toast can be read and pressed while a dialog is open", async () => {
  const undo = vi.fn();
  const { rerender, user } = await render(
    <Dialog open onClose={() => {}} title="Stop the show?">
      <Button onClick={() => toast.error("Not now", { action: { label: "Undo", onClick: undo } })}>
        Try
      </Button>
    </Dialog>,
  );
  await user.click(screen.getByRole("button", { name: "Try" }));
  const said = await screen.findByText("Not now");
  expect(screen.getByRole("dialog", { name: "Stop the show?" }).contains(said)).toBe(true);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(undo).toHaveBeenCalledOnce();

  toast.info("Still here");
  await screen.findByText("Still here");
  rerender(<Toaster />);
  expect(await screen.findByText("Still here")).toBeTruthy();
});

function Waiting() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Ask</Button>
      <input aria-label="Chat" />
      <CornerPanel open={isOpen} onClose={() => setIsOpen(false)} title="Waiting">
        <Button data-autofocus onClick={() => toast.info("Soon")}>
          Take it back
        </Button>
      </CornerPanel>
    </>
  );
}

test("at a desk the page stays in use beside a panel in its corner", async () => {
  const modal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  const { user } = await render(<Waiting />);
  await user.click(screen.getByRole("button", { name: "Ask" }));
  const panel = screen.getByRole("dialog", { name: "Waiting" });
  expect(modal).not.toHaveBeenCalled();
  const first = screen.getByRole("button", { name: "Take it back" });
  expect(document.activeElement).toBe(first);
  await user.click(first);
  expect(panel.contains(await screen.findByText("Soon"))).toBe(false); // the page is not cut off

  await user.type(screen.getByLabelText("Chat"), "hello{Escape}");
  expect(screen.getByLabelText("Chat")).toHaveProperty("value", "hello");
  await user.click(document.body);
  expect(screen.queryByRole("dialog")).toBeTruthy();
  first.focus();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Ask" }));
});

test("on a phone the same panel is a sheet over the page", async () => {
  answerMedia(() => false);
  const modal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  const { user } = await render(<Waiting />);
  await user.click(screen.getByRole("button", { name: "Ask" }));
  expect(modal).toHaveBeenCalledOnce();
});

function Reordered() {
  const form = useForm(schema, { username: "", email: "" });
  const late = field(form, "email"); // registered first, drawn last
  return (
    <Form form={form} onSubmit={async () => {}}>
      <TextField label="Username" {...field(form, "username")} />
      <TextField label="Email" {...late} />
      <Button type="submit">Register</Button>
    </Form>
  );
}

test("the first refused field of the page gets the cursor", async () => {
  const { user } = await render(<Reordered />);
  await user.click(screen.getByRole("button", { name: "Register" }));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Username")));
});

test("typed input is asked for before the page is left, and not after it was saved", async () => {
  const { user, router } = await render(<Register onSubmit={async () => {}} />, {
    path: "/profile",
    pages: ["/elsewhere"],
  });
  await user.type(screen.getByLabelText("Username"), "nina");
  await user.type(screen.getByLabelText("Email"), "nina@example.com");
  router.navigate({ to: "/elsewhere" });
  const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
  await user.click(within(question).getByRole("button", { name: "Stay here" }));
  expect(screen.getByLabelText("Username")).toHaveProperty("value", "nina");

  await user.click(screen.getByRole("button", { name: "Register" }));
  await vi.waitFor(() => expect(document.querySelector("form")?.ariaBusy).not.toBe("true"));
  await router.navigate({ to: "/elsewhere" });
  expect(router.state.location.pathname).toBe("/elsewhere");
});

function Kept() {
  const form = useForm(schema, { username: "", email: "" });
  return (
    <Form form={form} onSubmit={async () => {}} unsaved={{ keepAs: "register" }}>
      <TextField label="Username" {...field(form, "username")} />
    </Form>
  );
}

test("what was typed to register is there again after a look at the login", async () => {
  const first = await render(<Kept />);
  await first.user.type(screen.getByLabelText("Username"), "nina");
  first.unmount();
  await render(<Kept />);
  await vi.waitFor(() => expect(screen.getByLabelText("Username")).toHaveProperty("value", "nina"));
});

/** Presses at one place and lets go at another, as when text is selected. */
function pressAndLetGo(down: Element, up: Element) {
  down.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true }));
  up.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

test("a dialog closes by a press beside it, not by one that began inside", async () => {
  const close = vi.fn();
  await render(
    <Dialog open onClose={close} title="New model">
      <input aria-label="Name" />
    </Dialog>,
  );
  const dialog = screen.getByRole("dialog", { name: "New model" });
  pressAndLetGo(screen.getByLabelText("Name"), dialog);
  expect(close).not.toHaveBeenCalled();
  pressAndLetGo(dialog, dialog);
  expect(close).toHaveBeenCalledOnce();
});

test("a dialog in which something was typed asks before it closes", async () => {
  const close = vi.fn();
  const { user } = await render(
    <Dialog open onClose={close} title="New model">
      <Register onSubmit={async () => {}} />
    </Dialog>,
  );
  await user.type(screen.getByLabelText("Username"), "nina");
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(close).not.toHaveBeenCalled();
  await user.click(await screen.findByRole("button", { name: "Go on" }));
  expect(screen.getByLabelText("Username")).toHaveProperty("value", "nina");
  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  expect(close).toHaveBeenCalledOnce();
});

test("rows that could not be refreshed stay, and it is said", async () => {
  const again = vi.fn();
  const columns = [{ id: "name", header: "Name", cell: (row: { name: string }) => row.name }];
  const { user } = await render(
    <DataTable
      label="People"
      columns={columns}
      rowKey={({ name }) => name}
      rows={[{ name: "Nina" }]}
      error={new ApiError(502, "down")}
      onRetry={again}
    />,
  );
  expect(screen.getByRole("cell", { name: "Nina" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(again).toHaveBeenCalledOnce();
});

test("a menu whose content cannot be fetched stays closed and says so", async () => {
  const { user } = await render(
    <Menu label="Things" trigger="Things" prepare={async () => false}>
      <p>content</p>
    </Menu>,
  );
  await user.click(screen.getByRole("button", { name: "Things" }));
  expect(await screen.findByText(/This could not be loaded/)).toBeTruthy();
  expect(screen.queryByText("content")).toBeNull();
});

function TwoSheets() {
  const [open, setOpen] = useState(0);
  return (
    <>
      <Button onClick={() => setOpen(1)}>Tip</Button>
      <Dialog open={open > 0} onClose={() => setOpen(0)} title="Tip">
        <Button onClick={() => setOpen(2)}>More</Button>
        <Dialog open={open > 1} onClose={() => setOpen(1)} title="More">
          <Register onSubmit={async () => {}} />
        </Dialog>
      </Dialog>
    </>
  );
}

test("the way back closes what is open, one at a time, and leaves the page only then", async () => {
  const { user } = await render(<TwoSheets />);
  const titles = () => screen.queryAllByRole("dialog").map((one) => one.getAttribute("open"));
  await user.click(screen.getByRole("button", { name: "Tip" }));
  await user.click(screen.getByRole("button", { name: "More" }));
  expect(titles()).toHaveLength(2);
  history.back();
  await vi.waitFor(() => expect(titles()).toHaveLength(1));
  history.back();
  await vi.waitFor(() => expect(titles()).toHaveLength(0));

  // Closed by its own button, it leaves no entry behind that would need another press.
  await user.click(screen.getByRole("button", { name: "Tip" }));
  expect(history.state).toMatchObject({ sheet: expect.any(String) });
  await user.click(screen.getByRole("button", { name: "Close" }));
  await vi.waitFor(() => expect(history.state?.sheet).toBeUndefined());
});

test("the way back does not lose what was typed into a dialog", async () => {
  const { user } = await render(<TwoSheets />);
  await user.click(screen.getByRole("button", { name: "Tip" }));
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.type(screen.getByLabelText("Username"), "nina");
  for (let presses = 0; presses < 2; presses++) {
    history.back();
    expect(await screen.findByText("Discard what you have typed?")).toBeTruthy();
    await vi.waitFor(() => expect(history.state).toMatchObject({ sheet: expect.any(String) }));
    await user.click(screen.getByRole("button", { name: "Go on" }));
  }
  expect(screen.getByLabelText("Username")).toHaveProperty("value", "nina");
});

test("who has no picture, or a broken one, has the operator's placeholder", async () => {
  await render(
    <PlaceholderAvatar value="/face.png">
      <Avatar src="" alt="Tom" />
      <Avatar src="/files/gone.webp" alt="Ann" />
    </PlaceholderAvatar>,
  );
  expect(screen.getByAltText("Tom").getAttribute("src")).toBe("/face.png");
  const broken = screen.getByAltText("Ann");
  expect(broken.getAttribute("src")).toBe("/files/gone.webp");
  fireEvent.error(broken);
  expect(broken.getAttribute("src")).toBe("/face.png");
});
