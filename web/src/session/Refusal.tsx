import { ApiError, messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { LinkButton } from "@/ui/Button";
import { FieldError } from "@/ui/Field";
import { t } from "./texts";

type Step = { label: string; href: string };

/** What a member can do about a refusal, by its code. */
const steps = (): Record<string, Step> => ({
  email_unverified: { label: t("Verify your address"), href: paths.user.accountSettings() },
  receivable_open: { label: t("Write to us"), href: paths.contact() },
  spending_frozen: { label: t("Write to us"), href: paths.contact() },
  cool_off: { label: t("See your pause"), href: `${paths.user.fundsTokens()}#limits` },
  limit_reached: { label: t("See your limits"), href: `${paths.user.fundsTokens()}#limits` },
});

/** Why buying was refused, and the next step. `beside`: it opens in a new tab, and the room stays. */
export function Refusal({ error, beside }: { error: unknown; beside: boolean }) {
  if (!error) return null;
  const step = error instanceof ApiError && error.code ? steps()[error.code] : undefined;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md bg-danger-soft px-4 pt-1 pb-2.5">
      <FieldError>{messageOf(error)}</FieldError>
      {step && (
        <LinkButton href={step.href} variant="outline" size="sm" newTab={beside}>
          {step.label}
        </LinkButton>
      )}
    </div>
  );
}
