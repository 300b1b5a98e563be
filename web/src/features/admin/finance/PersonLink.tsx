import { paths } from "@/app/paths";
import { Link } from "@/ui/Link";
import { t } from "./texts";

type PersonLinkProps = { person: { _id: string; username: string } | undefined };

/** A name that leads to the person's statement. */
export function PersonLink({ person }: PersonLinkProps) {
  if (!person) return <>–</>;
  return (
    <Link
      href={paths.admin.statement(person._id)}
      title={t("Statement of {username}", { username: person.username || person._id })}
      className="inline-flex min-h-11 items-center font-semibold hover:underline"
    >
      {person.username || `…${person._id.slice(-6)}`}
    </Link>
  );
}
