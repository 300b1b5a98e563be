import { useState } from "react";
import * as z from "zod/mini";
import { required } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { CopyField } from "@/ui/CopyField";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { RecoveryCodes } from "./RecoveryCodes";
import { t } from "./texts";
import { type Offer, useEnable } from "./twoFactor";

const schema = z.object({ code: required() });

type TwoFactorSetUpProps = { offer: Offer; onDone: () => void; onCancel?: () => void };

/** The set-up after the secret has come: scan it, type a code, keep the recovery codes. */
export function TwoFactorSetUp({ offer, onDone, onCancel }: TwoFactorSetUpProps) {
  const [codes, setCodes] = useState<string[]>();
  const enable = useEnable();
  const form = useForm(schema, { code: "" });
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  return (
    <div className="grid gap-5">
      <ol className="grid list-decimal gap-1 ps-5 text-label text-fg2">
        <li>
          {t(
            "Open an authenticator app on your phone: Aegis, 2FAS, Google Authenticator and others.",
          )}
        </li>
        <li>{t("Scan the picture, or type the key.")}</li>
        <li>{t("Type the six digits that the app shows.")}</li>
      </ol>
      <div className="grid items-center gap-5 sm:grid-cols-[auto_1fr]">
        <img
          src={offer.qr}
          alt={t("QR code for your authenticator app")}
          width={200}
          height={200}
          className="rounded-md bg-white p-2"
        />
        <div className="grid min-w-0 gap-3">
          <CopyField label={t("Key")} value={offer.secret} hint={t("Instead of scanning.")} />
          <a
            href={offer.uri}
            className="justify-self-start text-label font-semibold text-brand-ink hover:underline"
          >
            {t("Open in an app on this device")}
          </a>
        </div>
      </div>
      <Form
        form={form}
        unsaved="drop"
        aria-label={t("Set up two-step login")}
        onSubmit={async ({ code }) => setCodes(await enable.mutateAsync(code))}
      >
        <TextField
          label={t("Code of your authenticator app")}
          hint={t("Six digits, new every 30 seconds.")}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...field(form, "code")}
        />
        <div className="flex flex-wrap justify-end gap-2">
          {onCancel && (
            <Button variant="ghost" onClick={onCancel}>
              {t("Cancel")}
            </Button>
          )}
          <Button type="submit" variant="brand" pending={form.formState.isSubmitting}>
            {t("Switch on")}
          </Button>
        </div>
      </Form>
    </div>
  );
}
