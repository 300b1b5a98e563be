import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./Button";
import { TextField } from "./Field";
import { t } from "./texts";
import { toast } from "./toast";

type CopyFieldProps = { label: string; value: string; hint?: string };

/** A text to take away. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const [copied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      toast.error(t("Your browser did not let us copy. Select the text and copy it."));
    }
  }

  return (
    <TextField
      label={label}
      value={value}
      hint={hint}
      readOnly
      autoComplete="off"
      spellCheck={false}
      onFocus={({ target }) => target.select()}
      trailing={
        <IconButton
          label={
            copied
              ? t("{label} copied", { label })
              : t("Copy {label}", { label: label.toLowerCase() })
          }
          onClick={copy}
        >
          {copied ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
        </IconButton>
      }
    />
  );
}
