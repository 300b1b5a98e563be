import { HttpResponse, http } from "msw";
import { server } from "@/testing/server";
import { forgetInvitation, invitationFor } from "./invitation";

const noon = Date.UTC(2026, 10, 2, 12);
const day = 24 * 60 * 60 * 1000;

beforeEach(() => {
  server.use(
    http.get("*/api/referrals/codes/:code", ({ params }) =>
      params.code === "NOBODY22"
        ? HttpResponse.json({ message: "This invitation does not exist." }, { status: 404 })
        : HttpResponse.json({
            data: { code: params.code, username: `by ${params.code}`, avatar: "" },
          }),
    ),
  );
});

test("the first valid link wins for 30 days, then the next one", async () => {
  expect(await invitationFor("NOBODY22", noon)).toBeNull();
  expect(await invitationFor("FRST2345", noon)).toMatchObject({ username: "by FRST2345" });
  expect(await invitationFor("SCND2345", noon + 30 * day - 1)).toMatchObject({ code: "FRST2345" });
  expect(await invitationFor(undefined, noon + 30 * day - 1)).toMatchObject({ code: "FRST2345" });
  expect(await invitationFor(undefined, noon + 30 * day)).toBeNull();
  expect(await invitationFor("SCND2345", noon + 30 * day)).toMatchObject({ code: "SCND2345" });
});

test("once used it is forgotten; what is kept but broken is none", async () => {
  await invitationFor("FRST2345", noon);
  forgetInvitation();
  expect(await invitationFor(undefined, noon)).toBeNull();
  localStorage.setItem("invitation", '{"code":7,"until":9e15}');
  expect(await invitationFor(undefined, noon)).toBeNull();
  localStorage.setItem("invitation", "{");
  expect(await invitationFor("FRST2345", noon)).toMatchObject({ code: "FRST2345" });
});
