import { useQuery } from "@tanstack/react-query";
import { ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { FieldError } from "@/ui/Field";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { CodeDialog } from "./CodeDialog";
import { RecoveryCodes } from "./RecoveryCodes";
import { TwoFactorSetUp } from "./TwoFactorSetUp";
import { t } from "./texts";
import {
  type TwoFactor,
  twoFactor,
  useDisable,
  useNewRecoveryCodes,
  useOffer,
  useTwoFactorChanged,
} from "./twoFactor";

type TwoFactorCardProps = {
  /** After the set-up, once the recovery codes are kept. */
  onEnabled?: (() => void) | undefined;
};

/** The two-step login of my account: off, being set up, on. */
export function TwoFactorCard({ onEnabled }: TwoFactorCardProps) {
  const state = useQuery(twoFactor());
  return (
    <Card title={t("Two-step login")}>
      <Loaded query={state} waiting={<Skeleton className="h-24 rounded-md" />}>
        {(data) => (data.enabled ? <On state={data} /> : <Off onEnabled={onEnabled} />)}
      </Loaded>
    </Card>
  );
}

function Off({ onEnabled }: TwoFactorCardProps) {
  const offer = useOffer();
  const changed = useTwoFactorChanged();
  if (offer.data) {
    return (
      <TwoFactorSetUp
        offer={offer.data}
        onCancel={offer.reset}
        onDone={async () => {
          await changed();
          toast.success(t("Two-step login is on. Other devices are logged out."));
          onEnabled?.();
        }}
      />
    );
  }
  return (
    <div className="grid gap-4">
      <p className="flex items-start gap-3 text-body text-fg2">
        <ShieldOff size={20} aria-hidden className="mt-0.5 shrink-0" />
        <span>
          {t.rich(
            "<b>Off.</b> With it, a login asks for a code of an app on your phone besides the password, so a stolen password opens nothing.",
            { b: (words) => <strong className="text-fg">{words}</strong> },
          )}
        </span>
      </p>
      {offer.error && <FieldError>{messageOf(offer.error)}</FieldError>}
      <Button
        variant="brand"
        className="justify-self-end"
        pending={offer.isPending}
        onClick={() => offer.mutate()}
      >
        {t("Set up")}
      </Button>
    </div>
  );
}

function On({ state }: { state: TwoFactor }) {
  const [asks, setAsks] = useState<"codes" | "off">();
  const [codes, setCodes] = useState<string[]>();
  const disable = useDisable();
  const renew = useNewRecoveryCodes();
  const changed = useTwoFactorChanged();
  if (codes) {
    return (
      <RecoveryCodes
        codes={codes}
        onKept={() => {
          setCodes(undefined);
          changed();
        }}
      />
    );
  }
  return (
    <div className="grid gap-4">
      <p className="flex items-start gap-3 text-body text-fg2">
        <ShieldCheck size={20} aria-hidden className="mt-0.5 shrink-0 text-ok-ink" />
        <span>
          <strong className="text-fg">{t("On.")}</strong> {left(state.recoveryCodes)}
        </span>
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={() => setAsks("off")}>
          {t("Switch off")}
        </Button>
        <Button variant="outline" onClick={() => setAsks("codes")}>
          {t("New recovery codes")}
        </Button>
      </div>
      <CodeDialog
        open={asks === "off"}
        onClose={() => setAsks(undefined)}
        title={t("Switch two-step login off")}
        description={
          state.required
            ? t(
                "This site asks admins for it: you will have to set it up again before you can do anything.",
              )
            : t("Then your password alone opens your account.")
        }
        verb={t("Switch off")}
        onCode={disable.mutateAsync}
      />
      <CodeDialog
        open={asks === "codes"}
        onClose={() => setAsks(undefined)}
        title={t("New recovery codes")}
        description={t("The ones you have now stop working.")}
        verb={t("Make new codes")}
        onCode={async (code) => setCodes(await renew.mutateAsync(code))}
      />
    </div>
  );
}

function left(count: number): string {
  return t(
    "{count, plural, =0 {No recovery code is left: make new ones now.} one {One recovery code is left: make new ones soon.} other {# recovery codes are left.}}",
    { count },
  );
}
