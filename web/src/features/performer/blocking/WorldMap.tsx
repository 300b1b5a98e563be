import { type KeyboardEvent, useRef, useState } from "react";
import { cx } from "@/lib/cx";
import { countryName } from "@/performers/places";
import { t } from "../texts";
import world from "./world.json";

type Country = { code: string; path: string; x: number; y: number };

// Each is a path and a point inside, by its code.
const countries: Country[] = Object.entries(world.countries).flatMap(([code, [path, x, y]]) =>
  typeof path === "string" && typeof x === "number" && typeof y === "number"
    ? [{ code, path, x, y }]
    : [],
);

const ways: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type WorldMapProps = { picked: readonly string[]; onToggle: (code: string) => void };

/**
 * The world, to press on: an addition to the list, which has the small countries too. The keyboard
 * comes in once; arrows go to the next country in their direction, Space and Enter choose it.
 */
export function WorldMap({ picked, onToggle }: WorldMapProps) {
  const [at, setAt] = useState("DE");
  const [named, setNamed] = useState<string>();
  const map = useRef<SVGSVGElement>(null);

  function key(event: KeyboardEvent, here: Country) {
    const way = ways[event.key];
    if (event.key === " " || event.key === "Enter") onToggle(here.code);
    else if (way) move(next(here, way));
    else return;
    event.preventDefault();
  }

  function move(to: Country | undefined) {
    if (to === undefined) return;
    setAt(to.code);
    map.current?.querySelector<SVGPathElement>(`[data-code=${to.code}]`)?.focus();
  }

  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be drawn in. */}
      <svg
        ref={map}
        viewBox={`0 0 ${world.width} ${world.height}`}
        aria-label={t("Map of the world: press countries to block them")}
        role="group"
        className="w-full rounded-md bg-s2"
      >
        {countries.map((country) => (
          // biome-ignore lint/a11y/useSemanticElements: no form control has the shape of a country.
          <path
            key={country.code}
            d={country.path}
            data-code={country.code}
            role="checkbox"
            aria-checked={picked.includes(country.code)}
            aria-label={countryName(country.code)}
            tabIndex={country.code === at ? 0 : -1}
            onClick={() => onToggle(country.code)}
            onKeyDown={(event) => key(event, country)}
            onFocus={() => {
              setAt(country.code);
              setNamed(country.code);
            }}
            onBlur={() => setNamed(undefined)}
            onPointerEnter={() => setNamed(country.code)}
            onPointerLeave={() => setNamed(undefined)}
            className={cx(
              "cursor-pointer stroke-s2 stroke-1 outline-none transition-colors focus-visible:stroke-fg focus-visible:stroke-[4]",
              picked.includes(country.code) ? "fill-brand" : "fill-fg3/60 hover:fill-fg2",
            )}
          />
        ))}
      </svg>
      <p aria-hidden className="mt-1.5 min-h-5 text-caption text-fg2">
        {named ? countryName(named) : t("Small countries are in the list alone.")}
      </p>
    </div>
  );
}

/** The nearest country in a direction; what lies aside counts as farther away. */
export function next(here: Country, [dx, dy]: readonly [number, number]): Country | undefined {
  let nearest: Country | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const one of countries) {
    const along = (one.x - here.x) * dx + (one.y - here.y) * dy;
    const aside = Math.abs((one.x - here.x) * dy) + Math.abs((one.y - here.y) * dx);
    if (along <= 0 || aside > 2 * along) continue;
    const far = along + 2 * aside;
    if (far < least) [nearest, least] = [one, far];
  }
  return nearest;
}
