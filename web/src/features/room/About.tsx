import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import { countryName, languageName } from "@/performers/places";
import { genders, type Profile } from "@/performers/types";
import { Card } from "@/ui/Card";
import { Link } from "@/ui/Link";
import { TagLink } from "./TagLink";
import { t } from "./texts";

/** Who she is: in her own words, and the facts. */
export function About({ performer }: { performer: Profile }) {
  const { name, aboutMe, tags, categories } = performer;
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_380px]">
      <Card title={t("About {name}", { name })}>
        {aboutMe ? (
          <p className="max-w-prose text-body whitespace-pre-line text-fg2">{aboutMe}</p>
        ) : (
          <p className="text-body text-fg3">
            {t("{name} has not written anything yet.", { name })}
          </p>
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
        {performer.links.length > 0 && <Links links={performer.links} />}
      </Card>
      <Facts performer={performer} />
    </div>
  );
}

/** Pages elsewhere. They learn nothing of this one, and it promises nothing of them. */
function Links({ links }: Pick<Profile, "links">) {
  return (
    <ul aria-label={t("Links")} className="mt-4 flex flex-wrap gap-x-5">
      {links.map(({ label, url }) => (
        <li key={url}>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="inline-flex min-h-11 items-center gap-1.5 text-label font-semibold text-brand-ink underline"
          >
            {label}
            <ExternalLink size={15} aria-hidden />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Facts({ performer }: { performer: Profile }) {
  const facts: [string, ReactNode][] = [
    [t("Age"), performer.age > 0 && performer.age],
    [t("Gender"), genders()[performer.gender] ?? performer.gender],
    [t("From"), performer.country && countryName(performer.country)],
    [t("Speaks"), performer.languages.map(languageName).join(", ")],
    [t("Interested in"), performer.sexualPreference],
    [t("Height"), performer.height],
    [t("Weight"), performer.weight],
    [t("Hair"), performer.hair],
    [t("Eyes"), performer.eyes],
    [t("Build"), performer.bodyType],
    [t("Ethnicity"), performer.ethnicity],
  ];
  return (
    <Card title={t("Details")}>
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
