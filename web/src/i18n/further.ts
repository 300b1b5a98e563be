import { languages } from "./language";

/**
 * The languages that an operator may write texts in besides English, which the texts themselves are
 * for; nobody writes in those of tests.
 */
export const further = languages.filter(({ code }) => code !== "en" && !/-X[AB]$/.test(code));

/** Something for each of them, by its code. */
export const eachFurther = <T>(of: (code: string) => T): Record<string, T> =>
  Object.fromEntries(further.map(({ code }) => [code, of(code)]));
