import { type ComponentProps, createContext, useContext } from "react";
import { Link } from "@/ui/Link";

/** Opens the shop over the page. Absent where nothing is lost by leaving it. */
export const TopUpContext = createContext<(() => void) | undefined>(undefined);

type TopUpLinkProps = Pick<ComponentProps<"a">, "className" | "children" | "aria-label"> & {
  /** Where tokens are bought. */
  href: string;
  /** Opens in a new tab, where the shop does not open over the page. */
  newTab?: boolean;
};

/** The way to more tokens: over the page in a room, which goes on; elsewhere the page of the shop. */
export function TopUpLink({
  href,
  newTab = false,
  children = "Get tokens",
  ...rest
}: TopUpLinkProps) {
  const open = useContext(TopUpContext);
  if (open === undefined) {
    return (
      <Link href={href} newTab={newTab} {...rest}>
        {children}
      </Link>
    );
  }
  return (
    <button type="button" aria-haspopup="dialog" onClick={open} {...rest}>
      {children}
    </button>
  );
}
