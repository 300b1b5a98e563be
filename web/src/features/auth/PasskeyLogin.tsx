import { KeyRound } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { messageOf } from "@/api/errors";
import { signByAutofill, stopAutofill } from "@/session/passkeys";
import { Button } from "@/ui/Button";
import { FieldError } from "@/ui/Field";
import { askLogin, type LoginFlow, usePasskeyLogin } from "./login";
import { t } from "./texts";

/** How long an offer in the list under a field stands; what it asks to sign lives a little longer. */
const offerFor = 4 * 60_000;

type PasskeyLoginProps = { flow: LoginFlow; next?: string | undefined };

/** Logs in with a passkey: by its button, or out of the list that opens under the field of the name. */
export function PasskeyLogin({ flow, next }: PasskeyLoginProps) {
  const login = usePasskeyLogin(flow, next);
  const [round, setRound] = useState(0); // an offer is over once it was answered, or another dialog opened

  const offer = useEffectEvent(async () => {
    const key = await signByAutofill(askLogin).catch(() => undefined);
    if (key) login.mutate(key);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new offer
  useEffect(() => {
    offer();
    const timer = setTimeout(() => setRound((n) => n + 1), offerFor);
    return () => {
      clearTimeout(timer);
      stopAutofill();
    };
  }, [round]);

  return (
    <div className="grid gap-2">
      {login.error && <FieldError>{messageOf(login.error)}</FieldError>}
      <Button
        variant="outline"
        size="lg"
        pending={login.isPending}
        onClick={() => login.mutate(undefined, { onSettled: () => setRound((n) => n + 1) })}
      >
        <KeyRound size={18} aria-hidden />
        {t("Log in with a passkey")}
      </Button>
    </div>
  );
}
