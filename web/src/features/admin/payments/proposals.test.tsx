import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import AdminPaymentPage from "./AdminPaymentPage";
import type { Proposal } from "./api";
import GatewaysPage from "./GatewaysPage";
import { answer, because, card, fileOf, list, scene, waits } from "./testing";

test("an outcome that gives back too much for one admin waits, and says so", async () => {
  const file = fileOf({ status: "charged_back", dispute: "open", disputed: 999 });
  server.use(
    http.get("*/api/admin/payments/intents/pay1", () => answer(file)),
    http.post("*/api/admin/payments/intents/pay1/outcome", () => answer({ ...file, waits: true })),
    http.get("*/api/admin/payments/proposals", () =>
      list(
        { ...waits, _id: "p1", kind: "outcome", subject: "pay1", name: "tom", changes: ["Won"] },
        { ...waits, _id: "p2", kind: "outcome", subject: "pay2", name: "eve", changes: ["Won"] },
      ),
    ),
  );
  const { user } = await render(
    <AdminPaymentPage />,
    scene("/admin/payments/pay1", "/admin/payments/$id"),
  );
  await screen.findByText(/Won, proposed by bea on/);
  expect(screen.queryByText("eve")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Dispute won" }));
  await user.type(screen.getByLabelText(/Reason/), because);
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Dispute won" }));
  await screen.findByText("It waits for a second admin.");
});

test("what waits for a second admin: another one approves it, who proposed it drops it", async () => {
  const decided: string[] = [];
  const own = { ...waits, _id: "prop2", name: "Verotel", by: people.ada._id, byName: "ada" };
  let waiting: Proposal[] = [
    waits,
    own,
    { ...waits, _id: "prop3", kind: "package", name: "Cheap" },
  ];
  server.use(
    http.get("*/api/admin/payments/gateways", () => list(card)),
    http.get("*/api/admin/payments/proposals", () => list(...waiting)),
    http.post("*/api/admin/payments/proposals/:id/:decision", ({ params }) => {
      decided.push(`${params.decision} ${params.id}`);
      waiting = waiting.filter(({ _id }) => _id !== params.id);
      return answer({ success: true });
    }),
    http.put("*/api/admin/payments/gateways/ccbill", () =>
      answer({ ...card, isActive: false, waits: true }),
    ),
  );
  const { user } = await render(<GatewaysPage />, scene(paths.admin.gateways()));
  await screen.findByText(/Switched on; Salt: another one, proposed by bea on/);
  expect(screen.queryByText("Cheap")).toBeNull();
  expect(screen.queryByRole("button", { name: "Approve the change of Verotel" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Approve the change of CCBill" }));
  await waitFor(() => expect(decided).toEqual(["approve prop1"]));
  await user.click(await screen.findByRole("button", { name: "Drop the change of Verotel" }));
  await waitFor(() => expect(decided).toEqual(["approve prop1", "reject prop2"]));
  await waitFor(() => expect(screen.queryByText("Waiting for a second admin")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Save CCBill" }));
  await screen.findByText("CCBill waits for a second admin.");
});
