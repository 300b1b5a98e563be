import type { ReactNode } from "react";

/** The middle of a page that somebody who is logged in may open too: mailed links. */
export function Centred({ children }: { children: ReactNode }) {
  return <div className="grid justify-items-center px-4 py-8 sm:py-14">{children}</div>;
}
