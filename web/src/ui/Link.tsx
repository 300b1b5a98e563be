import { Link as RouterLink } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { partsOf } from "@/lib/href";

export type LinkProps = Omit<ComponentProps<"a">, "href" | "target"> & {
  /** An address from `paths`, or a full one, which leaves the app. */
  href: string;
  /** The address shown instead of `href`, such as a category's. */
  shownAs?: string;
  /** Counts as the current page only on exactly this path. */
  exact?: boolean;
  /** Opens in a new tab. */
  newTab?: boolean;
  children?: ReactNode;
};

/** A link. Inside the app it carries data-status="active" and aria-current on the current page. */
export function Link({ href, shownAs, exact = false, newTab, ...rest }: LinkProps) {
  const tab = newTab ? { target: "_blank", rel: "noopener" } : {};
  if (!href.startsWith("/") || href.startsWith("//")) return <a href={href} {...tab} {...rest} />;
  const mask = shownAs === undefined ? {} : { mask: { to: shownAs } };
  return <RouterLink {...partsOf(href)} {...mask} activeOptions={{ exact }} {...tab} {...rest} />;
}
