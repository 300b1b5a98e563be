import { X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { TextField } from "./Field";
import { t } from "./texts";

const most = 20;
const maxLength = 30;

type TagsFieldProps = {
  tags: readonly string[];
  error?: string | undefined;
  onChange: (tags: string[]) => void;
};

/** Words typed one after another; a comma or Enter ends one, Backspace takes the last back. */
export function TagsField({ tags, error, onChange }: TagsFieldProps) {
  const [typed, setTyped] = useState("");

  function add(text: string) {
    const words = text
      .split(/[,#]/)
      .map((word) => word.trim().toLowerCase())
      .filter((word) => word !== "" && !tags.includes(word));
    setTyped("");
    if (words.length > 0) onChange([...new Set([...tags, ...words])].slice(0, most));
  }

  function key(event: KeyboardEvent) {
    if (event.key === "Enter" || event.key === ",") {
      event.preventDefault();
      add(typed);
    } else if (event.key === "Backspace" && typed === "") {
      onChange(tags.slice(0, -1));
    }
  }

  return (
    <div className="grid gap-3">
      <div className="max-w-sm">
        <TextField
          label={t("Tags")}
          hint={t("Press Enter after each, up to {most}.", { most })}
          error={error}
          value={typed}
          maxLength={maxLength}
          disabled={tags.length >= most}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={key}
          onBlur={() => add(typed)}
        />
      </div>
      {tags.length > 0 && (
        <ul aria-label={t("Tags")} className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={t("Remove {tag}", { tag })}
                onClick={() => onChange(tags.filter((one) => one !== tag))}
                className="inline-flex h-11 items-center gap-1.5 rounded-full bg-s2 pe-2 ps-3.5 text-label font-medium hover:bg-s3"
              >
                #{tag}
                <X size={16} aria-hidden className="text-fg3" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
