import { useState } from "react";
import { Chip } from "@/ui/Chip";
import { inTheme, type Theme } from "./inTheme";
import { t } from "./texts";

/** A mail as a program shows it that is light, or dark. Nothing in it runs or leads anywhere. */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const [theme, setTheme] = useState<Theme>("light");
  const choices: [Theme, string][] = [
    ["light", t("Light")],
    ["dark", t("Dark")],
  ];
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form. */}
      <div role="group" aria-label={t("Theme of the mail program")} className="mb-3 flex gap-2">
        {choices.map(([id, label]) => (
          <Chip key={id} selected={theme === id} onClick={() => setTheme(id)}>
            {label}
          </Chip>
        ))}
      </div>
      <iframe
        key={theme}
        sandbox=""
        title={title}
        srcDoc={inTheme(html, theme)}
        className="h-[62dvh] w-full rounded-md border border-line"
      />
    </>
  );
}
