import { Search } from "lucide-react";
import { type FormEvent, useEffect, useRef } from "react";
import { maxKeyword } from "@/lib/search";
import { TextField } from "./Field";
import { t } from "./texts";

type SearchFieldProps = {
  /** What is searched for now. */
  q: string;
  onSearch: (words: string) => void;
  label?: string;
  hideLabel?: boolean;
  /** The name of its button. */
  verb?: string;
  placeholder?: string;
  /** Characters that the search takes. */
  maxLength?: number;
  className?: string;
};

/** Words to narrow a list by, on Enter or a press; the keyboard stays in the field. */
export function SearchField(props: SearchFieldProps) {
  const {
    q,
    onSearch,
    label = t("Search"),
    hideLabel,
    verb = t("Search"),
    placeholder,
    maxLength = maxKeyword,
    className,
  } = props;
  const field = useRef<HTMLInputElement>(null);
  // They may change elsewhere, such as by a way to show all.
  useEffect(() => {
    if (field.current && field.current.value.trim() !== q) field.current.value = q;
  }, [q]);

  function search(event: FormEvent) {
    event.preventDefault();
    onSearch(field.current?.value.trim() ?? "");
  }

  return (
    <form onSubmit={search} className={className}>
      <TextField
        ref={field}
        type="search"
        label={label}
        {...(hideLabel && { hideLabel })}
        defaultValue={q}
        maxLength={maxLength}
        enterKeyHint="search"
        placeholder={placeholder}
        trailing={
          <button
            type="submit"
            aria-label={verb}
            className="grid size-11 place-items-center rounded-md text-fg2 hover:text-fg"
          >
            <Search size={18} aria-hidden />
          </button>
        }
      />
    </form>
  );
}
