import { documentLimits } from "@/lib/validate";

/** How a link inside a sentence of the auth pages looks. */
export const textLink =
  "inline-flex min-h-11 min-w-11 items-center text-label font-semibold text-brand-ink hover:underline";

/** What a document may be, in words and for the file dialog. */
export const documentHint = `${documentLimits.accepted.join(", ")}, smaller than ${documentLimits.megabytes} MB`;
export const documentAccept = documentLimits.accepted.map((ending) => `.${ending}`).join(",");
