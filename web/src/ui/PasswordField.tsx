import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { cx } from "@/lib/cx";
import { IconButton } from "./Button";
import { TextField, type TextFieldProps } from "./Field";
import { t } from "./texts";

type PasswordFieldProps = Omit<TextFieldProps, "type" | "trailing"> & {
  /** The fewest characters a new password may have, and the password so far: shows how far it is. */
  strength?: { least: number; password: string };
};

/** A password that can be shown while it is typed. */
export function PasswordField({ strength, hint, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      type={shown ? "text" : "password"}
      autoCapitalize="off"
      spellCheck={false}
      hint={strength ? <Strength {...strength} /> : hint}
      trailing={
        <IconButton
          label={shown ? t("Hide password") : t("Show password")}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
        </IconButton>
      }
      {...rest}
    />
  );
}

/** Characters as people count them, which is how the server counts. */
export function lengthOf(password: string): number {
  return [...password.normalize("NFC")].length;
}

// Length is what makes a password strong (NIST SP 800-63B-4); there are no rules of composition.
function Strength({ least, password }: { least: number; password: string }) {
  const length = lengthOf(password);
  const enough = length >= least;
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden className="h-1.5 w-24 shrink-0 overflow-hidden rounded-full bg-s3">
        <span
          className={cx(
            "block h-full rounded-full transition-[width]",
            enough ? "bg-ok" : "bg-gold",
          )}
          style={{ width: `${Math.min(1, length / least) * 100}%` }}
        />
      </span>
      <span className={enough ? "text-ok-ink" : undefined}>{words(length, least)}</span>
    </span>
  );
}

function words(length: number, least: number): string {
  if (length === 0)
    return t("At least {least} characters. A few words are easy to keep in mind.", { least });
  if (length < least) return t("{length} of {least} characters", { length, least });
  return length < least + 5 ? t("Long enough") : t("Strong");
}
