import { languages } from "@/i18n/language";
import { useLanguage } from "@/i18n/useLanguage";
import { Card } from "@/ui/Card";
import { Select } from "@/ui/Field";
import { useChooseLanguage } from "./language";
import { t } from "./texts";

/** In the account's settings: the language of the site and of its mails. Nothing where there is no choice. */
export function LanguageCard() {
  const { code } = useLanguage();
  const choose = useChooseLanguage();
  if (languages.length < 2) return null;
  return (
    <Card title={t("Language")}>
      <Select
        label={t("Language of the site")}
        hint={t("What we write to you by email is in it, too.")}
        value={choose.isPending ? choose.variables.code : code}
        disabled={choose.isPending}
        options={languages.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={({ target }) => {
          const language = languages.find(({ code }) => code === target.value);
          if (language) choose.mutate(language);
        }}
      />
    </Card>
  );
}
