import type { Started } from "./api";
import { t } from "./texts";

/** What is needed of a tab. */
export type Tab = {
  opener: unknown;
  name: string;
  location: Pick<Location, "replace">;
  close: () => void;
};

/**
 * An empty tab for a page of payment. Browsers open one only at a press, so it is
 * opened before the answer is here; null when they open none at all.
 */
export function openTab(): Tab | null {
  const tab = window.open("", "_blank");
  if (tab) tab.document.title = t("Opening the payment page…");
  return tab;
}

let doors = 0;

/** Leads to where the payment is made: in a tab of its own, or here. */
export function goToPay({ paymentUrl, fields }: Started, tab?: Tab) {
  if (fields !== undefined) return post(paymentUrl, fields, tab);
  if (tab === undefined) return window.location.assign(paymentUrl);
  tab.opener = null; // what is opened there has no hold on this page
  tab.location.replace(paymentUrl);
}

// Some services take the order as a form that the browser posts.
function post(url: string, fields: Record<string, string>, tab: Tab | undefined) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = url;
  if (tab) {
    tab.name = `payment-${++doors}`;
    form.target = tab.name;
  }
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
  if (tab) tab.opener = null;
}
