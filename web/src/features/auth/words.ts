import { documentLimits } from "@/lib/validate";
import { t } from "./texts";

/** How a link inside a sentence of the auth pages looks. */
export const textLink =
  "inline-flex min-h-11 min-w-11 items-center text-label font-semibold text-brand-ink hover:underline";

/** What a document may be, in words and for the file dialog. */
export const documentHint = () =>
  t("{kinds}, smaller than {megabytes} MB", {
    kinds: documentLimits.accepted.join(", "),
    megabytes: documentLimits.megabytes,
  });
export const documentAccept = documentLimits.accepted.map((ending) => `.${ending}`).join(",");
