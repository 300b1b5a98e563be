import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { api, unwrap } from "@/api/client";
import { messageOf } from "@/api/errors";
import { onStepUp } from "@/api/stepUp";
import { password, required } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { FieldError, TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { PasswordField } from "@/ui/PasswordField";
import { useSession } from "./api";
import { passkeysWork, signWithPasskey } from "./passkeys";
import { t } from "./texts";

type Question = { answer: (proved: boolean) => void };

/** Asks for the password or a code when a call is refused for want of it; the call then goes on. */
export function StepUp() {
  const [question, setQuestion] = useState<Question>();

  useEffect(() => onStepUp(() => new Promise((answer) => setQuestion({ answer }))), []);

  function answer(proved: boolean) {
    question?.answer(proved);
    setQuestion(undefined);
  }

  return (
    <Dialog
      open={question !== undefined}
      onClose={() => answer(false)}
      title={t("Confirm that it is you")}
      description={t("This is worth a second look. We ask again after ten minutes.")}
      width="sm"
    >
      {question && <Proof onProved={() => answer(true)} />}
    </Dialog>
  );
}

type ProofProps = { onProved: () => void };

function Proof({ onProved }: ProofProps) {
  const { session } = useSession();
  const hasApp = session?.twoFactor === true;
  const [byCode, setByCode] = useState(hasApp);
  return (
    <div className="mt-4 grid gap-3">
      {byCode ? <CodeProof onProved={onProved} /> : <PasswordProof onProved={onProved} />}
      {hasApp && (
        <Button variant="ghost" onClick={() => setByCode(!byCode)}>
          {byCode ? t("Use your password instead") : t("Use a code instead")}
        </Button>
      )}
      {session?.passkey && passkeysWork() && <PasskeyProof onProved={onProved} />}
    </div>
  );
}

function PasskeyProof({ onProved }: ProofProps) {
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function prove() {
    setIsPending(true);
    setProblem(undefined);
    try {
      const options = await unwrap(api.POST("/auth/passkeys/step-up/options", {}));
      const key = await signWithPasskey(options);
      if (key === undefined) return;
      await unwrap(api.POST("/auth/passkeys/step-up", { body: { key } }));
      onProved();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setIsPending(false);
    }
  }

  return (
    <>
      {problem && <FieldError>{problem}</FieldError>}
      <Button variant="outline" pending={isPending} onClick={prove}>
        {t("Use a passkey instead")}
      </Button>
    </>
  );
}

function PasswordProof({ onProved }: ProofProps) {
  const form = useForm(z.object({ password: password() }), { password: "" });
  return (
    <Form
      form={form}
      unsaved="drop"
      aria-label={t("Confirm with your password")}
      onSubmit={async (body) => {
        await unwrap(api.POST("/auth/step-up", { body }));
        onProved();
      }}
    >
      <PasswordField
        label={t("Password")}
        autoComplete="current-password"
        data-autofocus
        {...field(form, "password")}
      />
      <Button type="submit" variant="brand" pending={form.formState.isSubmitting}>
        {t("Confirm")}
      </Button>
    </Form>
  );
}

function CodeProof({ onProved }: ProofProps) {
  const form = useForm(z.object({ code: required() }), { code: "" });
  return (
    <Form
      form={form}
      unsaved="drop"
      aria-label={t("Confirm with a code")}
      onSubmit={async (body) => {
        await unwrap(api.POST("/auth/step-up", { body }));
        onProved();
      }}
    >
      <TextField
        label={t("Code of your authenticator app")}
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        {...field(form, "code")}
      />
      <Button type="submit" variant="brand" pending={form.formState.isSubmitting}>
        {t("Confirm")}
      </Button>
    </Form>
  );
}
