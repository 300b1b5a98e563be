import { useLocation } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type FormEvent, useEffect, useLayoutEffect, useRef } from "react";
import { cx } from "@/lib/cx";
import { maxKeyword } from "@/lib/search";
import { useGo, useSearch } from "@/ui/useAddress";
import { paths } from "../paths";
import { t } from "../texts";

type SearchFormProps = {
  className?: string;
  /** The key / puts the cursor here. */
  shortcut?: boolean;
  autoFocus?: boolean;
  onSearched?: () => void;
};

/** The keyword search; it leads to /cams?q={keyword} (spec §2). */
export function SearchForm({ className, shortcut, autoFocus, onSearched }: SearchFormProps) {
  const [query] = useSearch(paths.cams);
  const { pathname } = useLocation();
  const go = useGo();
  const field = useRef<HTMLInputElement>(null);
  const keyword = pathname === paths.cams() ? (query.q ?? "") : "";

  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);

  // With the field itself, not after it: whoever sees it may press the key.
  useLayoutEffect(() => {
    if (!shortcut) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [shortcut]);

  function search(event: FormEvent) {
    event.preventDefault();
    go(paths.cams({ q: field.current?.value.trim() }));
    field.current?.blur();
    onSearched?.();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser yet.
    <form role="search" className={className} onSubmit={search}>
      <label
        className={cx(
          "flex h-11 cursor-text items-center gap-2.5 rounded-full border border-line bg-s1 px-4 text-fg3 transition-colors",
          "focus-within:border-line2 focus-within:bg-s2 has-focus-visible:outline-2 has-focus-visible:outline-brand-ink",
        )}
      >
        <Search size={18} aria-hidden className="shrink-0" />
        <input
          ref={field}
          key={keyword}
          defaultValue={keyword}
          type="search"
          maxLength={maxKeyword}
          enterKeyHint="search"
          aria-label={t("Search")}
          placeholder={t("Enter keyword")}
          className="w-full min-w-0 bg-transparent text-label text-fg outline-none placeholder:text-fg3"
        />
        {shortcut && (
          <kbd
            aria-hidden
            className="hidden rounded-xs border border-line px-1.5 font-sans text-micro xl:block"
          >
            /
          </kbd>
        )}
      </label>
    </form>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, dialog") !== null)
  );
}
