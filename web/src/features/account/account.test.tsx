import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { AvatarCard } from "./AvatarCard";
import type { Device, Me } from "./api";
import { DevicesCard } from "./DevicesCard";
import { EmailCard } from "./EmailCard";
import { StatusBanner } from "./StatusBanner";

const tom: Me = {
  ...people.tom,
  country: "DE",
  dateOfBirth: "1990-12-31",
  emailVerified: true,
  isPerformer: false,
  status: "active",
  verified: false,
  createdAt: "2026-11-02T12:00:00Z",
  updatedAt: "2026-11-02T12:00:00Z",
};

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
