import { texts } from "./texts";

/** The texts of the folders whose code is in every page: one catalogue, which every page waits for. */
export const t = texts("shell");
