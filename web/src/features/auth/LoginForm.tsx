import { useState } from "react";
import * as z from "zod/mini";
import { ApiError } from "@/api/errors";
import { paths } from "@/app/paths";
import type { SignInSlots } from "@/declared/slots";
import { password, required } from "@/lib/validate";
import { passkeysWork } from "@/session/passkeys";
import { Button, LinkButton } from "@/ui/Button";
import { FieldError, TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { Link } from "@/ui/Link";
import { lazyPart } from "@/ui/lazyPart";
import { PasswordField } from "@/ui/PasswordField";
import { useSearch } from "@/ui/useAddress";
import { type LoginFlow, type SecondStepWanted, useEnter, useLogin } from "./login";
import { SecondStep } from "./SecondStep";
import { t } from "./texts";
import { textLink } from "./words";

const PasskeyLogin = lazyPart(() => import("./PasskeyLogin").then((file) => file.PasskeyLogin));

const schema = z.object({ username: required(), password: password() });

type LoginFormProps = { flow: LoginFlow; label: string } & SignInSlots;

/** Username and password of one flow (spec §4); a refusal keeps both and offers the next step. */
export function LoginForm({ flow, label, SignInWays }: LoginFormProps) {
  const [query] = useSearch(paths.loginUser);
  const [refusal, setRefusal] = useState<string>();
  const [over, setOver] = useState<string>(); // why the second step was left
  const [second, setSecond] = useState<SecondStepWanted>();
  const login = useLogin(flow, query.next);
  const enter = useEnter(query.next);
  const form = useForm(schema, { username: "", password: "" });

  async function submit(credentials: z.output<typeof schema>) {
    setRefusal(undefined);
    setOver(undefined);
    try {
      setSecond(await login.mutateAsync(credentials));
    } catch (error) {
      if (error instanceof ApiError) setRefusal(error.code);
      throw error;
    }
  }

  if (second) {
    return (
      <SecondStep
        ticket={second.ticket}
        passkey={second.passkey && passkeysWork()}
        next={query.next}
        isAdmin={flow === "admin"}
        onBack={(why) => {
          setSecond(undefined);
          setOver(why);
        }}
      />
    );
  }
  const byPassword = (
    <Form form={form} unsaved={{ keepAs: "login" }} onSubmit={submit} aria-label={label}>
      {over && <FieldError>{over}</FieldError>}
      <NextStep code={refusal} />
      <TextField
        label={t("Username or email")}
        autoComplete="username webauthn"
        autoCapitalize="off"
        spellCheck={false}
        {...field(form, "username")}
      />
      <div className="grid gap-1">
        <PasswordField
          label={t("Password")}
          autoComplete="current-password"
          {...field(form, "password")}
        />
        <Link
          href={paths.forgotPassword({ type: flow })}
          className={`${textLink} justify-self-end`}
        >
          {t("Forgot password?")}
        </Link>
      </div>
      <Button type="submit" variant="brand" size="lg" pending={form.formState.isSubmitting}>
        {t("Log in")}
      </Button>
      {passkeysWork() && <PasskeyLogin flow={flow} next={query.next} />}
    </Form>
  );
  return SignInWays ? (
    <SignInWays
      at="login"
      next={query.next}
      onTicket={(ticket, passkey) => setSecond({ ticket, passkey })}
      onEntered={enter}
    >
      {byPassword}
    </SignInWays>
  ) : (
    byPassword
  );
}

/** What somebody can do about a refused login. */
function NextStep({ code }: { code: string | undefined }) {
  if (code === "email_unverified") {
    return (
      <LinkButton href={paths.verifyEmail()} variant="outline">
        {t("Send the link again")}
      </LinkButton>
    );
  }
  if (code === "account_suspended") {
    return (
      <LinkButton href={paths.contact()} variant="outline">
        {t("Contact support")}
      </LinkButton>
    );
  }
  return null;
}
