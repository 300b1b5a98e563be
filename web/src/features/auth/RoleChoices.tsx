import { paths } from "@/app/paths";
import { cx } from "@/lib/cx";
import { useLabels } from "@/settings/api";
import { Link } from "@/ui/Link";
import { useSearch } from "@/ui/useAddress";
import type { Kind } from "./api";
import { t } from "./texts";

type ChoicesProps = { selected: Kind; to: "login" | "register" };

/** Which of the separate flows (spec §4) this page is. */
export function RoleChoices({ selected, to }: ChoicesProps) {
  const { model } = useLabels();
  const [query] = useSearch(paths.loginUser);
  const address: Record<Kind, string> =
    to === "login"
      ? {
          user: paths.loginUser({ next: query.next }),
          performer: paths.loginPerformer({ next: query.next }),
          studio: paths.loginStudio({ next: query.next }),
        }
      : {
          user: paths.registerUser(),
          performer: paths.registerPerformer(),
          studio: paths.registerStudio(),
        };
  const label: Record<Kind, string> = { user: t("Member"), performer: model, studio: t("Studio") };
  const kinds: readonly Kind[] = ["user", "performer", "studio"];
  return (
    <nav
      aria-label={to === "login" ? t("Log in as") : t("Register as")}
      className="grid grid-cols-3 gap-1 rounded-md bg-s2 p-1"
    >
      {kinds.map((kind) => (
        <Link
          key={kind}
          href={address[kind]}
          exact
          aria-current={kind === selected ? "page" : undefined}
          className={cx(
            "grid h-11 place-items-center truncate rounded-sm px-2 text-label font-semibold transition-colors",
            kind === selected ? "bg-s3 text-fg" : "text-fg2 hover:text-fg",
          )}
        >
          {label[kind]}
        </Link>
      ))}
    </nav>
  );
}
