import { paths } from "@/app/paths";
import { MessageLink } from "@/ui/MessageLink";
import { useSearch } from "@/ui/useAddress";
import { t } from "./texts";

type PersonButtonProps = {
  person: { _id: string; username: string };
  source: "user" | "performer";
};

/** A name that, pressed, leaves only this person's incomes on the page; beside it the way to write to them. */
export function PersonButton({ person, source }: PersonButtonProps) {
  const [, setQuery] = useSearch(paths.performer.earning);
  if (!person.username) return <>–</>;
  return (
    <span className="inline-flex items-center">
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
      <MessageLink to={person} source={source} small />
    </span>
  );
}
