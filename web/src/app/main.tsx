import "@/ui/app.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { onForbidden } from "@/api/client";
import { textsReady } from "@/i18n/language";
import { loadInTheEnd } from "@/lib/loadInTheEnd";
import { nextTask } from "@/lib/nextTask";
import { publicSettings } from "@/settings/api";
import { readBoot } from "@/settings/boot";
import { applyColours } from "@/settings/theme";
import { ErrorBoundary } from "./ErrorBoundary";
import { focusHeadings } from "./focusHeading";
import { leaveForbidden } from "./forbidden";
import { surviveNewVersion } from "./newVersion";
import { makeQueries } from "./queries";
import { makeRouter } from "./router";
import { followKeyboard } from "./viewport";

// Not needed for the first paint.
const Toaster = lazy(() => loadInTheEnd(() => import("@/ui/Toaster")));

const boot = readBoot();
const queries = makeQueries(boot);
await nextTask();
const settings = queries.ensureQueryData(publicSettings());
const router = makeRouter(queries); // a hundred routes
await nextTask();

onForbidden(leaveForbidden(queries, router));
focusHeadings(router);
followKeyboard();
surviveNewVersion();

// An invitation counts from whatever page it leads to (behaviours.md, Referral).
const code = new URLSearchParams(location.search).get("ref");
if (code)
  import("@/session/invitation")
    .then(({ invitationFor }) => invitationFor(code, Date.now()))
    .catch(() => {}); // unreachable: the next page with the code asks again

const place = document.getElementById("root");
if (place === null) throw new Error("index.html has no #root");
const root = createRoot(place);

// The page's own code first: one commit, no blank frame over what the server has drawn. As a
// transition, so that a slow phone draws and answers between the pieces of the work.
await Promise.all([
  router.load(),
  settings.then(({ theme }) => applyColours(theme)),
  textsReady().catch(() => {}), // unreachable: in English rather than not at all
]);
startTransition(() =>
  root.render(
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Suspense>
            <Toaster />
          </Suspense>
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  ),
);
