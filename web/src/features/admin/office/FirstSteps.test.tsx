import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { type FirstStep, firstSteps } from "./api";
import { FirstSteps } from "./FirstSteps";
import { TestMailButton } from "./TestMailButton";

const ids = [
  "address",
  "mail",
  "operator_mail",
  "second_admin",
  "gateway",
  "packages",
  "payout_rate",
] as const;

function open(done: readonly FirstStep["id"][]) {
  server.use(
    http.get("*/api/admin/first-steps", () =>
      HttpResponse.json({ data: { steps: ids.map((id) => ({ id, done: done.includes(id) })) } }),
    ),
  );
  return render(
    <>
      <FirstSteps />
      <Told />
    </>,
    { session: people.ada, path: "/admin" },
  );
}

// Shares the question with what is tested, and so knows when it was answered.
const Told = () => <p>{useQuery(firstSteps()).data ? "answered" : "asking"}</p>;

test("what is not done says why and where; what is done is ticked", async () => {
  await open(["mail", "gateway"]);
  expect(await screen.findByText("2 of 7 done")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Set the rate" }).getAttribute("href")).toBe(
    "/admin/settings?group=payouts",
  );
  expect(screen.queryByRole("link", { name: "Gateways" })).toBeNull();
  expect(screen.getByRole("button", { name: "Send me a test mail" })).toBeTruthy();
});

test("a site that is set up hears nothing of it", async () => {
  await open(ids);
  expect(await screen.findByText("answered")).toBeTruthy();
  expect(screen.queryByText("First steps")).toBeNull();
});

test("a mail server that refuses is quoted", async () => {
  server.use(
    http.post("*/api/admin/mails/test", () =>
      HttpResponse.json(
        {
          statusCode: 409,
          error: "mail_refused",
          message: "The mail server did not take the mail: 550 no",
        },
        { status: 409 },
      ),
    ),
  );
  const { user } = await render(<TestMailButton />, { session: people.ada, path: "/admin" });
  await user.click(screen.getByRole("button", { name: "Send me a test mail" }));
  expect(await screen.findByText(/550 no/)).toBeTruthy();
});
