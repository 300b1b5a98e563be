import { type KeyboardEvent, type ReactNode, useId } from "react";
import { alongLine } from "@/i18n/direction";
import { cx } from "@/lib/cx";

export type Tab<Id extends string = string> = { id: Id; label: string; count?: number };

type TabsProps<Id extends string> = {
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** The panel takes the height that is left in a column, and pads itself. */
  fill?: boolean;
  /** The selected tab's panel. */
  children: ReactNode;
};

/** Tabs over one panel. Arrows move between them. */
export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  fill = false,
  children,
}: TabsProps<Id>) {
  const id = useId();

  function key(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const next = neighbour(tabs, at, event.key);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  }

  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={key}
        className={cx(
          "noscroll flex shrink-0 gap-6 overflow-x-auto border-b border-line",
          fill && "px-4",
        )}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            className={cx(
              "h-12 min-w-11 shrink-0 border-b-2 text-label font-semibold transition-colors focus-visible:-outline-offset-2",
              tab.id === selected
                ? "border-brand-ink text-fg"
                : "border-transparent text-fg3 hover:text-fg",
            )}
          >
            {tab.label}
            {tab.count !== undefined && <span className="tnum ms-1 text-fg3"> {tab.count}</span>}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        className={fill ? "flex min-h-0 flex-1 flex-col" : "pt-5"}
      >
        {children}
      </div>
    </>
  );
}

function neighbour<T>(all: readonly T[], at: number, pressed: string): T | undefined {
  const key = alongLine(pressed);
  if (key === "ArrowRight") return all[(at + 1) % all.length];
  if (key === "ArrowLeft") return all.at(at - 1);
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  return undefined;
}
