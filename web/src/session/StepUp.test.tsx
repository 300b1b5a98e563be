import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { api, onForbidden, unwrap } from "@/api/client";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { StepUp } from "./StepUp";

const refused = {
  statusCode: 403,
  error: "step_up_required",
  message: "Please confirm that it is you.",
};

/** A server that wants a proof before it takes a change, and what it was sent. */
function guarded() {
  let proved = false;
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/admin/accounts/tom/suspend", async ({ request }) => {
      sent.push(await request.json());
      return proved ? HttpResponse.json({ data: {} }) : HttpResponse.json(refused, { status: 403 });
    }),
    http.post("*/api/auth/step-up", async ({ request }) => {
      const proof = await request.json();
      if (JSON.stringify(proof) === '{"password":"wrong"}') {
        const message = [{ property: "password", constraints: { wrong: "Not your password." } }];
        return HttpResponse.json({ statusCode: 422, message }, { status: 422 });
      }
      proved = true;
      return HttpResponse.json({ data: { success: true } });
    }),
  );
  return sent;
}

const change = () =>
  unwrap(
    api.POST("/admin/accounts/{id}/suspend", {
      params: { path: { id: "tom" } },
      body: { reason: "a typed reason" },
    }),
  );

test("a refused call is made again with what was typed, once the password is given", async () => {
  const sent = guarded();
  const { user } = await render(<StepUp />, { session: people.ada });
  const calls = [change(), change()]; // at one time: one question
  await user.type(await screen.findByLabelText("Password"), "wrong{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("Not your password.");
  await user.clear(screen.getByLabelText("Password"));
  await user.type(screen.getByLabelText("Password"), "right{Enter}");
  await Promise.all(calls);
  expect(sent).toHaveLength(4);
  expect(new Set(sent.map((body) => JSON.stringify(body)))).toEqual(
    new Set(['{"reason":"a typed reason"}']),
  );
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("who does not answer is refused and stays on the page", async () => {
  guarded();
  const leave = vi.fn();
  onForbidden(leave);
  const { user } = await render(<StepUp />, { session: people.ada });
  const refusal = expect(change()).rejects.toThrow("Please confirm that it is you.");
  await user.click(await screen.findByRole("button", { name: "Close" }));
  await refusal;
  expect(leave).not.toHaveBeenCalled();
  onForbidden(() => {});
});

test("who has an app may give its code instead", async () => {
  guarded();
  const { user } = await render(<StepUp />, { session: { ...people.ada, twoFactor: true } });
  const call = change();
  await user.type(await screen.findByLabelText("Code of your authenticator app"), "123456{Enter}");
  await call;
});
