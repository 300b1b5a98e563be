import { type ComponentProps, createContext, useContext } from "react";
import { Link } from "@/ui/Link";
import { t } from "./texts";

type TopUp = {
  /** Opens the shop over the page. */
  open: () => void;
  /** The page would lose something if it were left: every way to the shop opens over it. */
  stays: boolean;
};

/** The shop over the page, for those who may buy. */
export const TopUpContext = createContext<TopUp | undefined>(undefined);

type TopUpLinkProps = Pick<ComponentProps<"a">, "className" | "children" | "aria-label"> & {
  /** Where tokens are bought. */
  href: string;
  /** Opens in a new tab, where the shop does not open over the page. */
  newTab?: boolean;
  /** Over any page: what is being bought goes on when the tokens are there. */
  over?: boolean;
};

/** The way to more tokens: over the page in a room, which goes on, and in the middle of a purchase; elsewhere the page of the shop. */
export function TopUpLink({
  href,
  newTab = false,
  over = false,
  children = t("Get tokens"),
  ...rest
}: TopUpLinkProps) {
  const topUp = useContext(TopUpContext);
  if (topUp === undefined || !(topUp.stays || over)) {
    return (
      <Link href={href} newTab={newTab} {...rest}>
        {children}
      </Link>
    );
  }
  return (
    <button type="button" aria-haspopup="dialog" onClick={topUp.open} {...rest}>
      {children}
    </button>
  );
}
