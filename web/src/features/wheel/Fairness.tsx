import { ChevronDown, RefreshCw, ShieldCheck } from "lucide-react";
import { IconButton } from "@/ui/Button";
import { TextField } from "@/ui/Field";
import { newClientSeed } from "./fair";
import { t } from "./texts";

type FairnessProps = {
  /** What the next spin is promised; undefined until it is known. */
  promise: { commitment: string; nonce: number } | undefined;
  clientSeed: string;
  error: string | undefined;
  onChange: (seed: string) => void;
};

/** How the next spin will be drawn: what the server promised, and the member's own seed. */
export function Fairness({ promise, clientSeed, error, onChange }: FairnessProps) {
  return (
    <details className="group rounded-md border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-3 text-label font-semibold text-fg2 hover:text-fg">
        <ShieldCheck size={16} aria-hidden className="text-ok-ink" />
        {t("Provably fair")}
        <ChevronDown
          size={16}
          aria-hidden
          className="ms-auto transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-3 px-3 pb-3">
        <p className="text-caption text-fg2">
          {t(
            "The server has already chosen its seed and shows its hash here. Yours is added when you spin, and afterwards you can repeat the draw in your browser.",
          )}
        </p>
        <div>
          <p className="text-caption text-fg3">
            {t("Commitment of spin {number} (SHA-256)", { number: promise ? promise.nonce : "…" })}
          </p>
          <code className="text-caption [overflow-wrap:anywhere]">
            {promise?.commitment ?? t("Loading…")}
          </code>
        </div>
        <TextField
          label={t("Your seed")}
          value={clientSeed}
          maxLength={64}
          spellCheck={false}
          autoComplete="off"
          error={error}
          hint={t("Letters, digits, - and _")}
          onChange={({ target }) => onChange(target.value)}
          trailing={
            <IconButton label={t("Make a new seed")} onClick={() => onChange(newClientSeed())}>
              <RefreshCw size={16} aria-hidden />
            </IconButton>
          }
        />
      </div>
    </details>
  );
}
