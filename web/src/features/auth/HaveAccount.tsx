import { Link } from "@/ui/Link";
import { t } from "./texts";
import { textLink } from "./words";

/** The way to the login for those who are here already. */
export function HaveAccount({ href }: { href: string }) {
  return (
    <p>
      {t.rich("Already registered? <a>Log in</a>", {
        a: (words) => (
          <Link href={href} className={textLink}>
            {words}
          </Link>
        ),
      })}
    </p>
  );
}
