import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import type { MenuLink } from "@/settings/api";
import { Button, IconButton } from "@/ui/Button";
import { FieldError, TextField } from "@/ui/Field";
import { Checkbox } from "@/ui/Toggle";
import { t } from "./texts";

type MenuFieldProps = {
  label: string;
  hint: string;
  error: string | undefined;
  links: readonly MenuLink[];
  problemOf: (index: number, part: "title" | "path") => string | undefined;
  onChange: (links: MenuLink[]) => void;
};

const fresh: MenuLink = { title: "", path: "/", internal: true, isOpenNewTab: false };

/** A list of links, in their order. */
export function MenuField({ label, hint, error, links, problemOf, onChange }: MenuFieldProps) {
  function change(index: number, part: Partial<MenuLink>) {
    onChange(links.map((link, at) => (at === index ? { ...link, ...part } : link)));
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-label font-semibold">{label}</legend>
      <p className="mb-3 text-caption text-fg3">{hint}</p>
      {error && <FieldError>{error}</FieldError>}
      <ol className="grid gap-3">
        {links.map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link has no name of its own; its place is what tells it apart.
          <li key={index} className="grid gap-3 rounded-md border border-line bg-bg p-3">
            <div className="grid gap-3 sm:grid-cols-2">
              <TextField
                label={t("Title")}
                value={link.title}
                maxLength={60}
                error={problemOf(index, "title")}
                onChange={(event) => change(index, { title: event.target.value })}
              />
              <TextField
                label={t("Address")}
                value={link.path}
                error={problemOf(index, "path")}
                onChange={(event) => change(index, addressed(event.target.value))}
              />
            </div>
            <div className="flex flex-wrap items-center gap-x-2">
              <Checkbox
                label={t("Open in a new tab")}
                checked={link.isOpenNewTab}
                onChange={(event) => change(index, { isOpenNewTab: event.target.checked })}
              />
              <LinkTools
                name={link.title || t("link {number}", { number: index + 1 })}
                first={index === 0}
                last={index === links.length - 1}
                onMove={(by) => onChange(moved(links, index, by))}
                onRemove={() => onChange(links.filter((_, at) => at !== index))}
              />
            </div>
          </li>
        ))}
      </ol>
      <Button variant="outline" className="mt-3" onClick={() => onChange([...links, fresh])}>
        <Plus size={18} aria-hidden />
        {t("Add a link")}
      </Button>
    </fieldset>
  );
}

type LinkToolsProps = {
  name: string;
  first: boolean;
  last: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

function LinkTools({ name, first, last, onMove, onRemove }: LinkToolsProps) {
  return (
    <span className="ms-auto flex">
      <IconButton label={t("Move {name} up", { name })} disabled={first} onClick={() => onMove(-1)}>
        <ArrowUp size={18} aria-hidden />
      </IconButton>
      <IconButton label={t("Move {name} down", { name })} disabled={last} onClick={() => onMove(1)}>
        <ArrowDown size={18} aria-hidden />
      </IconButton>
      <IconButton label={t("Remove {name}", { name })} onClick={onRemove}>
        <Trash2 size={18} aria-hidden />
      </IconButton>
    </span>
  );
}

// A path of this site is an internal link; anything else leaves it.
function addressed(path: string): Partial<MenuLink> {
  return { path, internal: path.startsWith("/") && !path.startsWith("//") };
}

function moved(links: readonly MenuLink[], index: number, by: -1 | 1): MenuLink[] {
  const list = [...links];
  const [link] = list.splice(index, 1);
  if (link !== undefined) list.splice(index + by, 0, link);
  return list;
}
