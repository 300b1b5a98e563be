import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { AvatarCard } from "./AvatarCard";
import type { Device, Me, Studio } from "./api";
import { ConfirmAboveCard } from "./ConfirmAboveCard";
import { DevicesCard } from "./DevicesCard";
import { EmailCard } from "./EmailCard";
import { StatusBanner } from "./StatusBanner";
import { StudioVerificationCard } from "./VerificationCard";

const tom: Me = { ...people.tom, confirmAbove: 100 };

test("a picture that is too heavy or of a wrong kind never leaves the device", async () => {
  const { user } = await render(<AvatarCard account={tom} />, { session: people.tom });
  const input = screen.getByLabelText("Choose a picture");
  await user.upload(input, new File([new Uint8Array(2 * 1024 * 1024)], "me.png"));
  expect(screen.getByRole("alert").textContent).toBe("Image must smaller than 2MB!");
  input.removeAttribute("accept");
  await user.upload(input, new File(["x"], "me.txt"));
  expect(screen.getByRole("alert").textContent).toBe(
    "You can only upload jpg, jpeg, png, webp file!",
  );
  expect(screen.queryByRole("button", { name: "Upload" })).toBeNull();
});

test("another mail address asks for the password when the login is old", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.put("*/api/users", async ({ request }) => {
      const body = await request.json();
      bodies.push(body);
      if (bodies.length > 1) return HttpResponse.json({ data: tom });
      const text = "This field is required!";
      const message = [{ property: "currentPassword", constraints: { required: text } }];
      return HttpResponse.json({ message }, { status: 422 });
    }),
    http.get("*/api/users/me", () => HttpResponse.json({ data: tom })),
  );
  const { user } = await render(<EmailCard account={tom} />, { session: people.tom });
  await user.clear(screen.getByLabelText("Email"));
  await user.type(screen.getByLabelText("Email"), "new@example.com");
  await user.click(screen.getByRole("button", { name: "Change email" }));
  await user.type(await screen.findByLabelText("Current password"), "correct horse battery");
  await user.click(screen.getByRole("button", { name: "Change email" }));
  await vi.waitFor(() =>
    expect(bodies).toEqual([
      { email: "new@example.com" },
      { email: "new@example.com", currentPassword: "correct horse battery" },
    ]),
  );
});

test("a member says above which amount a tip is asked about, or never", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.put("*/api/users", async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ data: tom });
    }),
    http.get("*/api/users/me", () => HttpResponse.json({ data: tom })),
  );
  const { user } = await render(<ConfirmAboveCard account={tom} />, { session: people.tom });
  const amount = screen.getByLabelText("Ask me above so many tokens");
  expect(amount).toHaveProperty("value", "100");
  await user.clear(amount);
  await user.type(amount, "25");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(bodies).toEqual([{ confirmAbove: 25 }]));
  await user.clear(amount);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(bodies.at(-1)).toEqual({ confirmAbove: 0 }));
  await user.type(amount, "-1");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Must be between 0 and 10000000")).toBeTruthy();
});

test("another device is logged out, this one is not offered", async () => {
  const device = (id: string, browser: string, current: boolean): Device => ({
    _id: id,
    browser,
    current,
    network: "203.0.113.0",
    createdAt: "2026-11-01T12:00:00Z",
    lastSeenAt: "2026-11-02T12:00:00Z",
    expiresAt: "2027-11-01T12:00:00Z",
  });
  let left = [device("s1", "Firefox on Linux", true), device("s2", "Chrome on Android", false)];
  server.use(
    http.get("*/api/auth/sessions", () =>
      HttpResponse.json({ data: { data: left, total: left.length } }),
    ),
    http.delete("*/api/auth/sessions/:id", ({ params }) => {
      left = left.filter(({ _id }) => _id !== params.id);
      return HttpResponse.json({ data: { ok: true } });
    }),
  );
  const { user } = await render(<DevicesCard />, { session: people.tom });
  await user.click(await screen.findByRole("button", { name: "Log out Chrome on Android" }));
  await vi.waitFor(() => expect(screen.queryByText("Chrome on Android")).toBeNull());
  expect(screen.getByText("Firefox on Linux")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Log out Firefox on Linux" })).toBeNull();
});

test("a rejection tells its reason", async () => {
  await render(<StatusBanner state="rejected" reason="The document has expired." />);
  expect(screen.getByText("Reason: The document has expired.")).toBeDefined();
});

test("a rejected studio sends its document again", async () => {
  const studio: Studio = {
    ...people.stella,
    country: "DE",
    verified: false,
    verification: "rejected",
    verificationReason: "Too dark.",
    stats: { totalPerformer: 0, totalTokenEarned: 0, totalOnlineToday: 0, totalHoursOnline: 0 },
    createdAt: "2026-11-02T12:00:00Z",
  };
  let sent: unknown;
  server.use(
    http.post("*/api/studio/identity-documents", async ({ request }) => {
      sent = [...(await request.formData()).keys()];
      return HttpResponse.json({ data: { ...studio, verification: "submitted" } });
    }),
  );
  const { user } = await render(<StudioVerificationCard studio={studio} />, {
    session: people.stella,
  });
  expect(screen.getByText("Reason: Too dark.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Send the document" }));
  expect(await screen.findByText("This field is required!")).toBeDefined();
  await user.upload(screen.getByLabelText(/document of your business/), new File(["x"], "me.png"));
  await user.click(screen.getByRole("button", { name: "Send the document" }));
  await vi.waitFor(() => expect(sent).toEqual(["documentVerification"]));
});
