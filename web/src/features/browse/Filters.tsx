import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal, X } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { countryChoices, languageChoices } from "@/performers/choices";
import { genderChoices } from "@/performers/genderChoices";
import { categories, countries } from "@/settings/api";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Chip } from "@/ui/Chip";
import { Sheet } from "@/ui/Dialog";
import { Select } from "@/ui/Field";
import { LoadFailure } from "@/ui/States";
import { useGo, useParamAt, useSearch } from "@/ui/useAddress";
import { languages } from "./api";
import { countFilters, type FilterName, filterNames } from "./filters";
import { t } from "./texts";
import { useOrder } from "./useOrder";

/** The filters: a row on large screens, a sheet on phones. The address holds them. */
export function Filters({ total }: { total: number | undefined }) {
  const [query, setQuery] = useSearch(paths.cams);
  const [open, setOpen] = useState(false);
  const count = countFilters(query);
  const online = query.isOnline === "true";
  return (
    <div className="mb-5 flex flex-wrap items-start gap-2.5">
      <Chip
        selected={online}
        onClick={() => setQuery({ isOnline: online ? undefined : "true", pages: undefined })}
      >
        <i aria-hidden className="size-2 rounded-full bg-live" />
        {t("Online now")}
      </Chip>
      <div className="hidden flex-1 flex-wrap items-center gap-2.5 lg:flex [&>div]:w-40">
        <Choices hideLabel />
        {count > 0 && <ClearFilters />}
      </div>
      <Button variant="outline" className="ms-auto lg:hidden" onClick={() => setOpen(true)}>
        <SlidersHorizontal size={16} aria-hidden />
        {t("Filters")}
        {count > 0 && <Badge tone="brand">{count}</Badge>}
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t("Filters")}
        actions={
          <>
            <ClearFilters />
            <Button variant="brand" onClick={() => setOpen(false)}>
              {total === undefined ? t("Show") : t("Show {total}", { total })}
            </Button>
          </>
        }
      >
        <div className="grid gap-4 pb-2">
          <Choices />
        </div>
      </Sheet>
    </div>
  );
}

/** Takes every filter off. */
export function ClearFilters() {
  const [, setQuery] = useSearch(paths.cams);
  return (
    <Button
      variant="ghost"
      onClick={() =>
        setQuery({
          ...Object.fromEntries(filterNames.map((name) => [name, undefined])),
          tags: undefined,
          pages: undefined,
        })
      }
    >
      <X size={16} aria-hidden />
      {t("Clear filters")}
    </Button>
  );
}

function Choices({ hideLabel = false }: { hideLabel?: boolean }) {
  const choose = useChoice();
  const { choices, order, choose: chooseOrder } = useOrder();
  const known = useQuery(categories());
  const lands = useQuery(countries());
  const tongues = useQuery(languages());
  return (
    <>
      <Select
        label={t("Category")}
        placeholder={t("Any category")}
        options={(known.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
        {...choose("category")}
        hideLabel={hideLabel}
      />
      <Select
        label={t("Gender")}
        placeholder={t("Any gender")}
        options={genderChoices()}
        {...choose("gender")}
        hideLabel={hideLabel}
      />
      <Select
        label={t("Country")}
        placeholder={t("Any country")}
        options={countryChoices(lands.data)}
        {...choose("country")}
        hideLabel={hideLabel}
      />
      <Select
        label={t("Language")}
        placeholder={t("Any language")}
        options={languageChoices(tongues.data)}
        {...choose("languages")}
        hideLabel={hideLabel}
      />
      <Select
        label={t("Next live")}
        placeholder={t("Whenever")}
        options={[
          { value: "3", label: t("Within 3 hours") },
          { value: "24", label: t("Within 24 hours") },
          { value: "168", label: t("Within a week") },
        ]}
        {...choose("liveWithin")}
        hideLabel={hideLabel}
      />
      <Select
        label={t("Order")}
        placeholder={t("Live first")}
        options={choices}
        value={order ?? ""}
        onChange={({ target }) => chooseOrder(target.value)}
        hideLabel={hideLabel}
      />
      <LoadFailure query={known} what={t("The categories")} />
      <LoadFailure query={lands} what={t("The countries")} />
      <LoadFailure query={tongues} what={t("The languages")} />
    </>
  );
}

// A category has an address of its own: choosing another one there leaves it.
function useChoice() {
  const slug = useParamAt(paths.category);
  const [query, setQuery] = useSearch(paths.cams);
  const go = useGo();
  return (name: FilterName) => ({
    value: (name === "category" ? slug : undefined) ?? query[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) => {
      if (name !== "category" || slug === undefined) {
        setQuery({ [name]: target.value, pages: undefined });
        return;
      }
      const rest = { ...query, pages: undefined };
      const there = target.value ? paths.category(target.value, rest) : paths.searchModels(rest);
      if (target.value !== slug) go(there);
    },
  });
}
