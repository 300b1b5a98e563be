/** How a link inside a sentence of the auth pages looks. */
export const textLink =
  "inline-flex min-h-11 min-w-11 items-center text-label font-semibold text-brand-ink hover:underline";
