import { languages } from "./language";

/**
 * The languages that an operator may write texts in besides English, which the texts themselves are
 * for; nobody writes in those of tests.
 */
export const further = languages.filter(({ code }) => code !== "en" && !/-X[AB]$/.test(code));
