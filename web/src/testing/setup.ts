import { cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { drafts } from "@/ui/drafts";
import { server } from "./server";

// Parts that are fetched when wanted are compiled at that moment here.
configure({ asyncUtilTimeout: 5000 });

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => {
  toast.dismiss(); // or the next test's page shows them again
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  drafts.clear();
  document.documentElement.removeAttribute("style");
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet.
  for (const name of ["role", "language"]) document.cookie = `${name}=; max-age=0; path=/`;
});
afterAll(() => server.close());

// The test page has no popovers; what is open is decided by React either way.
HTMLElement.prototype.showPopover ??= () => {};
HTMLElement.prototype.hidePopover ??= () => {};
HTMLDialogElement.prototype.showPopover = function show() {
  this.style.display = "block";
};
