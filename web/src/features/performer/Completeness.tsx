import { CircleCheck } from "lucide-react";
import type { MouseEvent } from "react";
import { useSettings } from "@/settings/api";
import { Card } from "@/ui/Card";
import { Progress } from "@/ui/Progress";
import type { Performer } from "./api";
import { t } from "./texts";

type Part = { id: string; label: string; done: boolean };

/** What makes a profile whole; each is the id of its field on the page. */
export function partsOf(performer: Performer, placeholder: string): Part[] {
  const { avatar, cardImage, wideImage, categoryIds, tags, languages } = performer;
  const hasFace = avatar !== "" && avatar !== placeholder;
  return [
    { id: "picture-avatar", label: t("An avatar"), done: hasFace },
    { id: "picture-card", label: t("A picture for your card"), done: cardImage !== "" },
    { id: "picture-wide", label: t("A wide picture"), done: wideImage !== "" },
    { id: "profile-headline", label: t("A headline"), done: performer.headline !== "" },
    { id: "profile-aboutMe", label: t("Words about you"), done: performer.aboutMe !== "" },
    {
      id: "profile-welcomeMessage",
      label: t("A welcome message"),
      done: performer.welcomeMessage !== "",
    },
    { id: "profile-categories", label: t("A category"), done: categoryIds.length > 0 },
    { id: "profile-tags", label: t("Three tags"), done: tags.length >= 3 },
    { id: "profile-languages", label: t("The languages you speak"), done: languages.length > 0 },
    { id: "profile-country", label: t("Your country"), done: performer.country !== "" },
    { id: "profile-timezone", label: t("Your time zone"), done: performer.timezone !== "" },
  ];
}

/** How far the profile is, and what is missing: each a link to its field. */
export function Completeness({ performer }: { performer: Performer }) {
  const { placeholderAvatarUrl } = useSettings();
  const parts = partsOf(performer, placeholderAvatarUrl);
  const missing = parts.filter(({ done }) => !done);
  const done = parts.length - missing.length;
  const percent = Math.round((done / parts.length) * 100);
  if (missing.length === 0) {
    return (
      <p className="flex items-center gap-2 text-label font-semibold text-ok-ink">
        <CircleCheck size={18} aria-hidden />
        {t("Your profile is complete.")}
      </p>
    );
  }
  return (
    <Card title={t("Your profile is {percent} % complete", { percent })}>
      <Progress label={t("Complete parts")} value={done} max={parts.length} />
      <p className="mt-4 text-label text-fg2">
        {t("Complete profiles are found and opened more often. Still missing:")}
      </p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {missing.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => reach(event, id)}
              className="inline-flex h-11 items-center rounded-full bg-s2 px-4 text-label font-medium hover:bg-s3"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

// The field is shown below the header, and takes the keyboard.
function reach(event: MouseEvent, id: string) {
  const place = document.getElementById(id);
  if (place === null) return;
  event.preventDefault();
  place.scrollIntoView({ block: "center" });
  const control = place.querySelector<HTMLElement>("input,select,button") ?? place;
  control.focus({ preventScroll: true });
}
