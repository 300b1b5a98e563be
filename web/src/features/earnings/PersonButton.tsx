import { paths } from "@/app/paths";
import { useSearch } from "@/ui/useAddress";
import { t } from "./texts";

type PersonButtonProps = { person: { _id: string; username: string } };

/** A name that, pressed, leaves only this person's incomes on the page. */
export function PersonButton({ person }: PersonButtonProps) {
  const [, setQuery] = useSearch(paths.performer.earning);
  if (!person.username) return <>–</>;
  return (
    <button
      type="button"
      className="min-h-11 min-w-11 text-start font-semibold hover:underline"
      aria-label={t("Only {name}", { name: person.username })}
      onClick={() =>
        setQuery({ member: person._id, name: person.username, offset: "", models: "" })
      }
    >
      {person.username}
    </button>
  );
}
