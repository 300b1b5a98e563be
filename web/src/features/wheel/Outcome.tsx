import { PartyPopper } from "lucide-react";
import { useState } from "react";
import { Button } from "@/ui/Button";
import type { Result } from "./api";
import type { Slice } from "./geometry";
import { StatusBadge } from "./StatusBadge";
import { t } from "./texts";
import { VerifySheet } from "./VerifySheet";

/** A spin on the screen: one's own with its result, or somebody else's. */
export type Shown = {
  slices: readonly Slice[];
  label: string;
  isTurning: boolean;
  /** Who spins, when it is somebody else. */
  by?: string;
  result?: Result;
  promised?: string | undefined;
};

type OutcomeProps = { shown: Shown | undefined; performer: { name: string } };

/** What came up, said aloud once the wheel stands. */
export function Outcome({ shown, performer }: OutcomeProps) {
  const [verifying, setVerifying] = useState(false);
  const result = shown?.isTurning === false ? shown.result : undefined;
  return (
    <div>
      <div aria-live="polite">{shown && <Words shown={shown} performer={performer} />}</div>
      {result && (
        <Button size="sm" variant="outline" className="mt-2" onClick={() => setVerifying(true)}>
          {t("Verify")}
        </Button>
      )}
      {result && verifying && (
        <VerifySheet
          result={result}
          promised={shown?.promised}
          onClose={() => setVerifying(false)}
        />
      )}
    </div>
  );
}

function Words({ shown, performer }: OutcomeProps & { shown: Shown }) {
  const { by, label, isTurning, result } = shown;
  if (isTurning) {
    return (
      <p className="text-body font-semibold text-fg2">
        {by ? t("{by} spins the wheel…", { by }) : t("The wheel is turning…")}
      </p>
    );
  }
  if (by) {
    return (
      <p className="text-body text-fg2">
        {t.rich("<who>{by}</who> got <what>{label}</what>.", {
          by,
          label,
          who: (words) => <b className="font-semibold text-fg">{words}</b>,
          what: (words) => <b className="text-fg">{words}</b>,
        })}
      </p>
    );
  }
  return (
    <div className="rounded-md bg-gold-soft p-4 ring-1 ring-gold/30 ring-inset">
      <p className="flex items-start gap-2.5 text-h3 font-bold text-gold-ink [overflow-wrap:anywhere]">
        <PartyPopper size={20} aria-hidden className="mt-0.5 shrink-0" />
        {t("You got: {label}", { label })}
      </p>
      {result && (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-caption text-fg2">
          {next(result, performer.name)} <StatusBadge result={result} />
        </p>
      )}
    </div>
  );
}

function next({ status }: Result, name: string): string {
  if (status === "done") return t("{name} has done it.", { name });
  if (status === "rejected") return t("{name} could not do it. Your tokens are back.", { name });
  return t("{name} has been told.", { name });
}
