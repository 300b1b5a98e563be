import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { AskButton } from "./AskButton";
import { asked, tip } from "./testing";

const path = "*/api/refund-requests";
const scene = { session: people.tom };

async function openForm() {
  const drawn = await render(<AskButton payment={tip} />, scene);
  await drawn.user.click(screen.getByRole("button", { name: "Ask for a refund of 50 tokens" }));
  return { ...drawn, form: within(await screen.findByRole("form", { name: "Ask for a refund" })) };
}

test("asks with a reason and words, once", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(path, async ({ request }) => {
      sent.push([await request.json(), request.headers.get("Idempotency-Key")?.length]);
      return HttpResponse.json({ data: asked });
    }),
  );
  const { user, form } = await openForm();
  expect(screen.getByText(/Tip with nina.*up to 50 tokens/)).toBeTruthy();
  await user.selectOptions(form.getByLabelText(/^Reason/), "I sent it twice");
  await user.type(form.getByLabelText(/^What happened/), asked.text);
  await user.click(form.getByRole("button", { name: "Send the request" }));
  await screen.findByText("We have your request. We look at it and write to you.");
  expect(screen.queryByRole("dialog")).toBeNull();
  const body = { type: "tip", sourceId: "t1", reason: "duplicate", text: asked.text };
  expect(sent).toEqual([[body, 32]]);
});

test("says what is missing, and keeps what was written when it is refused", async () => {
  let calls = 0;
  server.use(
    http.post(path, () => {
      calls += 1;
      const message = "You have already asked about this payment.";
      return HttpResponse.json({ statusCode: 409, message }, { status: 409 });
    }),
  );
  const { user, form } = await openForm();
  await user.type(form.getByLabelText(/^What happened/), "too short");
  await user.click(form.getByRole("button", { name: "Send the request" }));
  await waitFor(() => expect(form.getAllByRole("alert").length).toBe(2));
  expect(form.getByText("Must have 10 to 1000 characters")).toBeTruthy();
  expect(calls).toBe(0);
  await user.selectOptions(form.getByLabelText(/^Reason/), "mistake");
  await user.type(form.getByLabelText(/^What happened/), ", and now longer");
  await user.click(form.getByRole("button", { name: "Send the request" }));
  expect(await form.findByText("You have already asked about this payment.")).toBeTruthy();
  expect(form.getByDisplayValue("too short, and now longer")).toBeTruthy();
});

test("Escape closes the form", async () => {
  await openForm();
  screen.getByRole("dialog").dispatchEvent(new Event("cancel", { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
