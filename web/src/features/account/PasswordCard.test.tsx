import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { PasswordCard } from "./PasswordCard";

test("a new password is sent once, and what comes of it is said", async () => {
  const answers = [
    HttpResponse.json(
      { message: [{ property: "currentPassword", constraints: { wrong: "This is wrong." } }] },
      { status: 422 },
    ),
    HttpResponse.json({ data: { ok: true } }),
  ];
  let letGo = () => {};
  server.use(
    http.put("*/api/auth/users/me/password", async () => {
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
      return answers.shift();
    }),
  );
  const { user } = await render(<PasswordCard />, { session: people.tom });
  const change = screen.getByRole("button", { name: "Change password" });
  await user.type(screen.getByLabelText("Current password"), "correct horse battery");
  await user.type(screen.getByLabelText("New password"), "a kettle on a slow stove");
  await user.click(change);
  await vi.waitFor(() => expect(change).toHaveProperty("disabled", true));
  letGo();
  expect(await screen.findByText("This is wrong.")).toBeTruthy();
  expect(screen.getByLabelText("New password")).toHaveProperty("value", "a kettle on a slow stove");

  await user.click(change);
  await vi.waitFor(() => expect(change).toHaveProperty("disabled", true));
  letGo();
  expect(
    await screen.findByText("Your password is changed. Other devices are logged out."),
  ).toBeTruthy();
  expect(screen.getByLabelText("New password")).toHaveProperty("value", "");
});
