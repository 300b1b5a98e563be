import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, messageOf } from "@/api/errors";
import { languageChoices } from "@/performers/choices";
import { languages } from "@/performers/languages";
import { categories } from "@/settings/api";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Chip } from "@/ui/Chip";
import { FieldError } from "@/ui/Field";
import { LoadFailure } from "@/ui/States";
import { TagsField } from "@/ui/TagsField";
import { toast } from "@/ui/toast";
import { UnsavedGuard } from "@/ui/UnsavedGuard";
import { type Performer, useUpdateProfile } from "./api";
import { PickList } from "./PickList";
import { t } from "./texts";

const maxCategories = 5;

/** What people find me by: categories, tags, languages. */
export function FoundByCard({ performer }: { performer: Performer }) {
  const all = useQuery(categories());
  const spoken = useQuery(languages());
  const update = useUpdateProfile();
  const [chosen, setChosen] = useState(performer.categoryIds);
  const [tags, setTags] = useState(performer.tags);
  const [speaks, setSpeaks] = useState(performer.languages);
  const fields = update.error instanceof ApiError ? update.error.fields : {};
  const isFull = chosen.length >= maxCategories;

  const known = JSON.stringify([performer.categoryIds, performer.tags, performer.languages]);
  const dirty = JSON.stringify([chosen, tags, speaks]) !== known;

  function toggle(id: string) {
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  }

  function save() {
    update.mutate(
      { categoryIds: chosen, tags, languages: speaks },
      {
        onSuccess: (saved) => {
          setTags(saved.tags);
          toast.success(t("Saved"));
        },
      },
    );
  }

  return (
    <Card title={t("How people find you")}>
      <UnsavedGuard dirty={dirty} />
      <div className="grid gap-6">
        <fieldset id="profile-categories" className="min-w-0">
          <legend className="mb-2 text-label font-semibold">
            {t("Categories")}{" "}
            <span className="font-normal text-fg3">
              {t("up to {most}", { most: maxCategories })}
            </span>
          </legend>
          <div className="flex flex-wrap gap-2">
            {all.data?.map(({ _id, name }) => (
              <Chip
                key={_id}
                selected={chosen.includes(_id)}
                disabled={isFull && !chosen.includes(_id)}
                onClick={() => toggle(_id)}
              >
                {name}
              </Chip>
            ))}
          </div>
          <LoadFailure query={all} what={t("The categories")} />
          {fields.categoryIds && <FieldError>{fields.categoryIds}</FieldError>}
        </fieldset>
        <div id="profile-tags">
          <TagsField tags={tags} error={fields.tags} onChange={setTags} />
        </div>
        <div id="profile-languages">
          <PickList
            label={t("Languages")}
            placeholder={t("Add a language")}
            options={languageChoices(spoken.data?.data)}
            picked={speaks}
            most={10}
            error={fields.languages}
            onChange={setSpeaks}
          />
        </div>
        <LoadFailure query={spoken} what={t("The list of languages")} />
        {update.error && Object.keys(fields).length === 0 && (
          <FieldError>{messageOf(update.error)}</FieldError>
        )}
        <Button
          variant="brand"
          className="justify-self-end"
          pending={update.isPending}
          onClick={save}
        >
          {t("Save")}
        </Button>
      </div>
    </Card>
  );
}
