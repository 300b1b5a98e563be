import { QueryClient } from "@tanstack/react-query";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { server } from "@/testing/server";
import { publicSettings, refreshSettings, settingsKeys } from "./api";

test("what is read after a change is what was stored, not what was on its way before", async () => {
  let answerOld = () => {};
  const held = new Promise<void>((resolve) => {
    answerOld = resolve;
  });
  let asked = () => {};
  const oldIsAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  server.use(
    http.get("/api/settings/public", async ({ request }) => {
      if (new URL(request.url).searchParams.get("fresh") === "true") {
        return HttpResponse.json({ data: { siteName: "Nova" } });
      }
      asked();
      await held;
      return HttpResponse.json({ data: { siteName: "Limelight" } });
    }),
  );
  const queries = new QueryClient();
  const old = queries.fetchQuery(publicSettings()).catch(() => undefined);
  await oldIsAsked;
  await refreshSettings(queries);
  answerOld();
  await old;
  expect(queries.getQueryData<{ siteName: string }>(settingsKeys.public)?.siteName).toBe("Nova");
});
