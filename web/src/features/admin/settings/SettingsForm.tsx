import { type FormEvent, useState } from "react";
import { ApiError, messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { further } from "@/i18n/further";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Dialog } from "@/ui/Dialog";
import { FieldError } from "@/ui/Field";
import { LeaveGuard } from "@/ui/LeaveGuard";
import { Tabs } from "@/ui/Tabs";
import { toast } from "@/ui/toast";
import { useSearch } from "@/ui/useAddress";
import { type Listing, useSaveSettings } from "./api";
import {
  changed,
  type Edit,
  type Edits,
  editOf,
  ownerOf,
  type Problems,
  problemsOf,
  valuesToSave,
} from "./edits";
import { SaveBar } from "./SaveBar";
import { SettingRow } from "./SettingRow";
import { t } from "./texts";

/** All groups of settings in one form; only what was changed is saved. */
export function SettingsForm({ listing }: { listing: Listing }) {
  const { groups, settings } = listing;
  const [query, setQuery] = useSearch(paths.admin.settings);
  const [edits, setEdits] = useState<Edits>({});
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState<string>();
  const [closing, setClosing] = useState(false);
  const save = useSaveSettings();

  const group = groups.find(({ key }) => key === query.group)?.key ?? groups[0]?.key ?? "";
  const dirty = changed(settings, edits);

  function edit(key: string, value: Edit) {
    setEdits({ ...edits, [key]: value });
    setProblems(without(problems, key));
  }

  function forget() {
    setEdits({});
    setProblems({});
    setRefusal(undefined);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = problemsOf(settings, edits);
    if (Object.keys(found).length > 0) return show(found);
    if (valuesToSave(settings, edits).maintenanceMode === true) return setClosing(true);
    return send();
  }

  async function send() {
    setClosing(false);
    setRefusal(undefined);
    try {
      await save.mutateAsync(valuesToSave(settings, edits));
      forget();
      toast.success(t("Saved. The site shows it now."));
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      if (Object.keys(fields).length === 0) setRefusal(messageOf(error));
      else show(fields);
    }
  }

  // The first refused setting is brought to the eye, whatever tab it is on.
  function show(found: Problems) {
    setProblems(found);
    const owner = ownerOf(settings, Object.keys(found)[0] ?? "");
    if (owner && owner.group !== group) setQuery({ group: owner.group });
  }

  return (
    <form noValidate onSubmit={submit} aria-label={t("Settings")}>
      <Tabs
        label={t("Groups of settings")}
        tabs={groups.map(({ key, label }) => {
          const count = dirty.filter((setting) => setting.group === key).length;
          return { id: key, label, ...(count > 0 && { count }) };
        })}
        selected={group}
        onSelect={(key) => setQuery({ group: key })}
      >
        {refusal && <FieldError>{refusal}</FieldError>}
        <Card className="max-w-[860px]">
          <div className="grid gap-7">
            {settings
              .filter((setting) => setting.group === group && isSpoken(setting.key))
              .map((setting) => (
                <SettingRow
                  key={setting.key}
                  setting={setting}
                  edit={edits[setting.key] ?? editOf(setting)}
                  isDirty={dirty.includes(setting)}
                  problems={problems}
                  onEdit={(value) => edit(setting.key, value)}
                />
              ))}
          </div>
        </Card>
      </Tabs>
      <SaveBar count={dirty.length} pending={save.isPending} onDiscard={forget} />
      <LeaveGuard active={dirty.length > 0 && !save.isPending} />
      <Dialog
        open={closing}
        onClose={() => setClosing(false)}
        title={t("Close the site to visitors?")}
        description={t(
          "Everybody but admins sees the maintenance page until you switch it off again. Shows under way are not stopped.",
        )}
        actions={
          <>
            <Button variant="ghost" onClick={() => setClosing(false)}>
              {t("Cancel")}
            </Button>
            <Button variant="brand" onClick={send}>
              {t("Close the site")}
            </Button>
          </>
        }
      />
    </form>
  );
}

// A text in a language that the site does not offer, footerContent@es, is nobody's to read.
function isSpoken(key: string): boolean {
  const [, language] = key.split("@");
  return language === undefined || further.some(({ code }) => code === language);
}

function without(problems: Problems, key: string): Problems {
  return Object.fromEntries(
    Object.entries(problems).filter(([property]) => property.replace(/[.[].*$/, "") !== key),
  );
}
