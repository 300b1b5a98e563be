import { useState } from "react";
import * as z from "zod/mini";
import { ApiError, messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { required } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { FieldError, TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { Link } from "@/ui/Link";
import { usePasskeyStep, useSecondStep } from "./login";
import { t } from "./texts";
import { textLink } from "./words";

const schema = z.object({ code: required() });

type SecondStepProps = {
  ticket: string;
  /** A passkey may stand in for the code. */
  passkey: boolean;
  next?: string | undefined;
  /** Admins have no colleague to write to from outside. */
  isAdmin: boolean;
  /** The ticket is over, or they would rather begin again. */
  onBack: (why?: string) => void;
};

/** The second step of a login: a code of the app, or one of the recovery codes. */
export function SecondStep({ ticket, passkey, next, isAdmin, onBack }: SecondStepProps) {
  const [recovering, setRecovering] = useState(false);
  const step = useSecondStep(next);
  const byKey = usePasskeyStep(next);
  const form = useForm(schema, { code: "" });

  const isOver = (error: unknown) =>
    error instanceof ApiError && error.code === "two_factor_expired";

  async function submit({ code }: z.output<typeof schema>) {
    try {
      await step.mutateAsync({ ticket, code });
    } catch (error) {
      if (!isOver(error)) throw error;
      onBack(messageOf(error));
    }
  }

  return (
    <div className="grid gap-4">
      <Form form={form} unsaved="drop" onSubmit={submit} aria-label={t("Second step")}>
        <TextField
          key={recovering ? "recovery" : "app"}
          label={recovering ? t("Recovery code") : t("Code of your authenticator app")}
          hint={
            recovering
              ? t(
                  "One of the ten codes that you kept when you set the two-step login up. Each works once.",
                )
              : t("Six digits, new every 30 seconds.")
          }
          inputMode={recovering ? "text" : "numeric"}
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
          {...field(form, "code")}
        />
        <Button type="submit" variant="brand" size="lg" pending={form.formState.isSubmitting}>
          {t("Log in")}
        </Button>
      </Form>
      {passkey && (
        <div className="grid gap-2">
          {byKey.error && <FieldError>{messageOf(byKey.error)}</FieldError>}
          <Button
            variant="outline"
            size="lg"
            pending={byKey.isPending}
            onClick={() =>
              byKey.mutate(ticket, {
                onError: (error) => isOver(error) && onBack(messageOf(error)),
              })
            }
          >
            {t("Use a passkey instead")}
          </Button>
        </div>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="ghost" onClick={() => onBack()}>
          {t("Start again")}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            form.reset();
            setRecovering(!recovering);
          }}
        >
          {recovering ? t("Use the app") : t("Use a recovery code")}
        </Button>
      </div>
      <details className="border-t border-line pt-2 text-label text-fg2">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold hover:text-fg">
          {t("Lost your device, or the code is refused?")}
        </summary>
        <div className="grid gap-2 pb-2">
          <p>
            {t(
              "A code is refused when your device's clock is off by more than half a minute. Let it set its time by itself, and type the next code.",
            )}
          </p>
          <p>
            {isAdmin
              ? t(
                  "Without the device, use a recovery code. Without those, whoever runs the server can reset your two-step login on its command line.",
                )
              : t.rich(
                  "Without the device, use a recovery code. Without those, <a>contact us</a>. We will ask you to show who you are.",
                  {
                    a: (words) => (
                      <Link href={paths.contact()} className={textLink}>
                        {words}
                      </Link>
                    ),
                  },
                )}
          </p>
        </div>
      </details>
    </div>
  );
}
