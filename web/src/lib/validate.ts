import * as z from "zod/mini";
import { t } from "./texts";

/** The form texts of spec §5, letter for letter. The server uses the same. */
export const formTexts = {
  get required() {
    return t("This field is required!");
  },
  get notEmail() {
    return t("Not a validate email!");
  },
  get notNumber() {
    return t("Not a validate number!");
  },
  between: (min: number, max: number) =>
    t("Must be between {min} and {max}", { min: String(min), max: String(max) }),
  get alphanumeric() {
    return t("Dont allow special chars or space");
  },
  imageKind: (accepted: readonly string[]) =>
    t("You can only upload {kinds} file!", { kinds: accepted.join(", ") }),
  imageSize: (megabytes: number) =>
    t("Image must smaller than {megabytes}MB!", { megabytes: String(megabytes) }),
};

// Said when a form is checked, in the language of that moment.
const missing = { error: () => formTexts.required };
const notNumber = { error: () => formTexts.notNumber };

/** Text that must not be blank; spaces around it are dropped. */
export function required() {
  return z.string(missing).check(z.trim(), z.minLength(1, missing));
}

/** Text that may be left empty; spaces around it are dropped. */
export function optional() {
  return z.string().check(z.trim());
}

/** A password, kept as typed. */
export function password() {
  return z.string(missing).check(z.minLength(1, missing));
}

export function email() {
  return required().check(
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: () => formTexts.notEmail }),
  );
}

/** Letters and digits only, such as a username. */
export function alphanumeric() {
  return required().check(z.regex(/^[a-zA-Z0-9]*$/, { error: () => formTexts.alphanumeric }));
}

/** What is typed into a number field, as a number. */
export function number() {
  return z.pipe(
    required().check(z.refine((text) => Number.isFinite(Number(text)), notNumber)),
    z.transform((text: string) => Number(text)),
  );
}

/** A typed number from `min` to `max`, both allowed. */
export function numberBetween(min: number, max: number) {
  return z.pipe(
    number(),
    z.number().check(
      z.refine((value) => value >= min && value <= max, {
        error: () => formTexts.between(min, max),
      }),
    ),
  );
}

/** A box that has to be ticked, such as accepting the terms. */
export function accepted() {
  return z.boolean().check(z.refine((value) => value, missing));
}

/** A file that has to be chosen. */
export function file() {
  return z.file(missing);
}

/** Endings without the dot. */
export type ImageLimits = { accepted: readonly string[]; megabytes: number };

/** What an image may be when nothing else is configured (spec §5, §9). */
export const imageLimits: ImageLimits = {
  accepted: ["jpg", "jpeg", "png", "webp"],
  megabytes: 2,
};

/** Why an image may not be uploaded, or undefined when it may (spec §5). */
export function imageProblem(
  image: { name: string; size: number },
  limits: ImageLimits = imageLimits,
): string | undefined {
  const name = image.name.toLowerCase();
  if (!limits.accepted.some((ending) => name.endsWith(`.${ending}`))) {
    return formTexts.imageKind(limits.accepted);
  }
  if (image.size >= limits.megabytes * 1024 * 1024) return formTexts.imageSize(limits.megabytes);
  return undefined;
}

/** What an identity document may be; the operator may set fewer megabytes. */
export const documentLimits: ImageLimits = {
  accepted: ["jpg", "jpeg", "png", "webp", "pdf"],
  megabytes: 10,
};

/** A file that has to be chosen and keeps to the limits. */
export function fileWithin(limits: ImageLimits) {
  return file().check(
    z.check(({ value, issues }) => {
      const message = imageProblem(value, limits);
      if (message !== undefined) issues.push({ code: "custom", message, input: value });
    }),
  );
}

/** A password to be set, of at least `least` characters as people count them. */
export function newPassword(least: number) {
  return password().check(
    z.refine((text) => [...text.normalize("NFC")].length >= least, {
      error: () => t("Must have at least {least} characters", { least }),
    }),
  );
}

/** A date of birth, as YYYY-MM-DD, of somebody who is 18. `now` in milliseconds. */
export function birthDate(now: () => number = Date.now) {
  return required().check(
    z.refine((date) => date <= eighteenYearsBefore(now()), {
      error: () => t("You must be at least 18 years old."),
    }),
  );
}

/** The last date of birth of somebody who is 18, as YYYY-MM-DD. */
export function eighteenYearsBefore(now: number): string {
  const day = new Date(now);
  day.setFullYear(day.getFullYear() - 18);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
