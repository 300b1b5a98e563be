import { further } from "@/i18n/further";
import { Select, Textarea, TextField } from "@/ui/Field";
import { Switch } from "@/ui/Toggle";
import type { Setting } from "./api";
import { ColoursField } from "./ColoursField";
import { type Edit, isColours, type Problems, problemAt } from "./edits";
import { HtmlField } from "./HtmlField";
import { ImageField } from "./ImageField";
import { MenuField } from "./MenuField";
import { isMenu, isWords } from "./shapes";
import { WordsField } from "./WordsField";

type SettingFieldProps = {
  setting: Setting;
  edit: Edit;
  problems: Problems;
  onEdit: (edit: Edit) => void;
};

/** The control for a setting's type. */
export function SettingField({ setting, edit, problems, onEdit }: SettingFieldProps) {
  const { key, label, help, type, options, max } = setting;
  const error = problemAt(problems, key);
  const frame = { label, hint: help, error };

  if (typeof edit === "boolean") {
    return <Switch {...frame} checked={edit} onChange={(event) => onEdit(event.target.checked)} />;
  }
  if (isMenu(type, edit)) {
    const at = (index: number, part: string) => problemAt(problems, key, `[${index}].${part}`);
    return <MenuField {...frame} links={edit} problemOf={at} onChange={onEdit} />;
  }
  if (isWords(type, edit)) {
    return <WordsField {...frame} words={edit} options={options} onChange={onEdit} />;
  }
  if (isColours(edit)) {
    const at = (part: string) => problemAt(problems, key, `.${part}`);
    return <ColoursField {...frame} colours={edit} problemOf={at} onChange={onEdit} />;
  }
  if (typeof edit !== "string") return null;

  const language = further.find(({ code }) => key.endsWith(`@${code}`));
  const text = {
    ...frame,
    ...(language && { lang: language.code, dir: language.dir }),
    name: key,
    value: edit,
    onChange: (event: { target: { value: string } }) => onEdit(event.target.value),
    ...(max > 0 && !isNumber(type) && { maxLength: max }),
  };
  if (type === "enum") {
    return <Select {...text} options={options.map((value) => ({ value, label: value }))} />;
  }
  if (type === "image") return <ImageField {...frame} address={edit} onChange={onEdit} />;
  if (type === "html") return <HtmlField {...text} />;
  if (type === "code")
    return <Textarea {...text} rows={6} spellCheck={false} className="font-mono" />;
  if (type === "longText") return <Textarea {...text} rows={3} />;
  if (isNumber(type)) return <TextField {...text} inputMode="decimal" className="tnum" />;
  return <TextField {...text} type={type === "email" ? "email" : "text"} />;
}

function isNumber(type: Setting["type"]): boolean {
  return type === "number" || type === "tokens" || type === "percent";
}
