import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { countryChoices } from "@/performers/choices";
import { countryName } from "@/performers/places";
import { countries } from "@/settings/api";
import { Button, IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { FieldError, TextField } from "@/ui/Field";
import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";
import { LoadFailure } from "@/ui/States";
import { Checkbox } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { UnsavedGuard } from "@/ui/UnsavedGuard";
import { t } from "../texts";
import { useBlock } from "./api";
import { ReasonButton } from "./ReasonButton";

const WorldMap = lazyPart(
  () => import("./WorldMap").then((file) => file.WorldMap),
  <Skeleton className="aspect-[1200/522] w-full rounded-md" />,
);

type CountriesCardProps = { blocked: readonly string[]; reasons: Record<string, string> };

/** The countries that are blocked: by a search, by a map, and what she notes about them. */
export function CountriesCard({ blocked, reasons }: CountriesCardProps) {
  const block = useBlock();
  const [picked, setPicked] = useState(blocked);
  const isDirty = [...picked].sort().join() !== [...blocked].sort().join();
  const toggle = (code: string) =>
    setPicked((now) =>
      now.includes(code) ? now.filter((one) => one !== code) : [...now, code].sort(),
    );

  function save() {
    block.mutate({ countries: [...picked] }, { onSuccess: () => toast.success(t("Saved")) });
  }

  return (
    <Card title={t("Countries")}>
      <div className="grid gap-5">
        <div className="grid items-start gap-5 md:grid-cols-[minmax(0,260px)_minmax(0,1fr)]">
          <CountrySearch picked={picked} onToggle={toggle} />
          <WorldMap picked={picked} onToggle={toggle} />
        </div>
        <Picked picked={picked} blocked={blocked} reasons={reasons} onRemove={toggle} />
        {block.error && <FieldError>{messageOf(block.error)}</FieldError>}
        <UnsavedGuard dirty={isDirty} />
        <div className="flex items-center justify-end gap-3">
          {isDirty && <span className="text-caption text-gold-ink">{t("Not saved yet")}</span>}
          <Button variant="brand" disabled={!isDirty} pending={block.isPending} onClick={save}>
            {t("Save countries")}
          </Button>
        </div>
      </div>
    </Card>
  );
}

type ToggleProps = { picked: readonly string[]; onToggle: (code: string) => void };

function CountrySearch({ picked, onToggle }: ToggleProps) {
  const all = useQuery(countries());
  const [words, setWords] = useState("");
  const sought = words.trim().toLocaleLowerCase();
  const found = countryChoices(all.data).filter(
    ({ label, value }) =>
      label.toLocaleLowerCase().includes(sought) || value.toLowerCase() === sought,
  );
  return (
    <div>
      <TextField
        label={t("Search for a country")}
        type="search"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <LoadFailure query={all} what={t("The list of countries")} />
      <fieldset className="mt-2 max-h-56 overflow-y-auto rounded-md border border-line px-3">
        <legend className="sr-only">{t("Blocked countries")}</legend>
        {found.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={picked.includes(value)}
            onChange={() => onToggle(value)}
          />
        ))}
        {all.data && found.length === 0 && (
          <p className="py-3 text-caption text-fg3">{t("No country is called that.")}</p>
        )}
      </fieldset>
    </div>
  );
}

type PickedProps = CountriesCardProps & {
  picked: readonly string[];
  onRemove: (code: string) => void;
};

function Picked({ picked, blocked, reasons, onRemove }: PickedProps) {
  if (picked.length === 0) {
    return <p className="text-label text-fg2">{t("No country is blocked.")}</p>;
  }
  return (
    <ul aria-label={t("Blocked countries")} className="grid gap-x-6 sm:grid-cols-2">
      {picked.map((code) => (
        <li key={code} className="flex min-h-12 items-center gap-1 border-b border-line">
          <span className="min-w-0 flex-1">
            <span className="block truncate text-label font-semibold">{countryName(code)}</span>
            {reasons[code] && (
              <span className="block text-caption text-fg3 [overflow-wrap:anywhere]">
                {reasons[code]}
              </span>
            )}
          </span>
          {blocked.includes(code) && (
            <ReasonButton
              kind="country"
              value={code}
              name={countryName(code)}
              reason={reasons[code] ?? ""}
            />
          )}
          <IconButton
            label={t("Remove {name}", { name: countryName(code) })}
            onClick={() => onRemove(code)}
          >
            <X size={17} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
