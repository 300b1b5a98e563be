import { Link } from "@/ui/Link";
import { textLink } from "./words";

/** The way to the login for those who are here already. */
export function HaveAccount({ href }: { href: string }) {
  return (
    <p>
      Already registered?{" "}
      <Link href={href} className={textLink}>
        Log in
      </Link>
    </p>
  );
}
