import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import { countryName, languageName } from "@/performers/places";
import { genders, type Profile } from "@/performers/types";
import { Card } from "@/ui/Card";
import { Link } from "@/ui/Link";
import { TagLink } from "./TagLink";

/** Who she is: in her own words, and the facts. */
export function About({ performer }: { performer: Profile }) {
  const { name, aboutMe, tags, categories } = performer;
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_380px]">
      <Card title={`About ${name}`}>
        {aboutMe ? (
          <p className="max-w-prose text-body whitespace-pre-line text-fg2">{aboutMe}</p>
        ) : (
          <p className="text-body text-fg3">{name} has not written anything yet.</p>
        )}
        {categories.length + tags.length > 0 && (
          <div className="mt-4 flex flex-wrap gap-1.5">
            {categories.map(({ _id, slug, name: title }) => (
              <Link
                key={_id}
                href={paths.searchModels({ category: slug })}
                shownAs={paths.category(slug)}
                className="inline-flex h-8 items-center rounded-full max-lg:h-11 bg-brand-soft px-3 text-caption font-semibold text-brand-ink hover:brightness-110"
              >
                {title}
              </Link>
            ))}
            {tags.map((tag) => (
              <TagLink key={tag} tag={tag} />
            ))}
          </div>
        )}
      </Card>
      <Facts performer={performer} />
    </div>
  );
}

function Facts({ performer }: { performer: Profile }) {
  const facts: [string, ReactNode][] = [
    ["Age", performer.age > 0 && performer.age],
    ["Gender", genders[performer.gender] ?? performer.gender],
    ["From", performer.country && countryName(performer.country)],
    ["Speaks", performer.languages.map(languageName).join(", ")],
    ["Interested in", performer.sexualPreference],
    ["Height", performer.height],
    ["Weight", performer.weight],
    ["Hair", performer.hair],
    ["Eyes", performer.eyes],
    ["Build", performer.bodyType],
    ["Ethnicity", performer.ethnicity],
  ];
  return (
    <Card title="Details">
      <dl className="grid grid-cols-[minmax(96px,auto)_1fr] gap-x-5 gap-y-2.5 text-label">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="font-normal text-fg3">{label}</dt>
              <dd className="font-medium first-letter:uppercase">{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}
