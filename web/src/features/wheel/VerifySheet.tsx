import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { formatNumber } from "@/lib/format";
import { Sheet } from "@/ui/Dialog";
import { Skeleton } from "@/ui/Skeleton";
import type { Result } from "./api";
import { canRecompute, type Recomputed, recompute } from "./fair";
import { t } from "./texts";

type VerifySheetProps = {
  result: Pick<Result, "_id" | "segment" | "label" | "fairness">;
  /** What was promised before the spin, when this page saw it. */
  promised?: string | undefined;
  onClose: () => void;
};

/** Repeats a draw in this browser and shows each step. */
export function VerifySheet({ result, promised, onClose }: VerifySheetProps) {
  return (
    <Sheet open onClose={onClose} title={t("Verify this spin")} width="lg">
      {canRecompute() ? (
        <Steps result={result} promised={promised} />
      ) : (
        <p className="text-body text-fg2">
          {t(
            "Browsers compute this on secure (https) pages only. The seeds below are all that is needed to repeat the draw elsewhere.",
          )}
        </p>
      )}
      <Seeds result={result} />
    </Sheet>
  );
}

function Steps({ result, promised }: Omit<VerifySheetProps, "onClose">) {
  const { fairness } = result;
  const { data: again, error } = useQuery({
    queryKey: ["wheel", "verify", result._id],
    queryFn: () => recompute(fairness),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) {
    return (
      <Verdict isFair={false}>
        {t("These seeds cannot be read, so the draw cannot be repeated.")}
      </Verdict>
    );
  }
  if (again === undefined) return <Skeleton alone className="h-64 w-full rounded-md" />;
  const isKept = again.commitment === (promised ?? fairness.commitment);
  const isSame = again.segment === result.segment;
  return (
    <>
      <Verdict isFair={isKept && isSame}>
        {isKept && isSame
          ? t("Fair: your browser came to the same segment.")
          : t("Not fair: what was told and what your browser computed differ.")}
      </Verdict>
      <ol className="mt-4 grid gap-3">
        <Step
          title={t("The server kept its seed")}
          isRight={isKept}
          text={
            promised === undefined
              ? t("The SHA-256 of the server seed is the commitment.")
              : t("The SHA-256 of the server seed is the commitment you saw before the spin.")
          }
        >
          {again.commitment}
        </Step>
        <Step
          title={t("Both seeds make the digest")}
          text={t("HMAC-SHA256, keyed by the server seed, of “{message}”.", {
            message: again.message,
          })}
        >
          {again.digest}
        </Step>
        <Step title={t("The digest gives a number")} text={numberText(again)}>
          {again.words.map(({ hex, isUsed }) => (
            <span key={hex} className={cx(!isUsed && "line-through opacity-60")}>
              {hex}{" "}
            </span>
          ))}
          {t("mod {total} = {number}", { total: again.total, number: again.number })}
        </Step>
        <Step
          title={t("The number lies in a segment")}
          isRight={isSame}
          text={t("Weights laid end to end from 0 to {last}.", {
            last: formatNumber(again.total - 1, 0),
          })}
        >
          {fairness.segments[again.segment]?.label}
        </Step>
      </ol>
    </>
  );
}

function numberText({ words, limit }: Recomputed): string {
  const used = t(
    "The first 32 bits of it, divided by the sum of the weights; the remainder counts.",
  );
  const skipped = words.length - 1;
  if (skipped === 0) return used;
  const passed = t(
    "{skipped, plural, one {# passed over} other {# passed over}}, being {limit} or more, so that no segment is favoured.",
    { skipped, limit },
  );
  return `${used} ${passed}`;
}

function Verdict({ isFair, children }: { isFair: boolean; children: ReactNode }) {
  return (
    <p
      role="status"
      className={cx(
        "flex items-center gap-2 rounded-md px-4 py-3 text-body font-semibold",
        isFair ? "bg-ok-soft text-ok-ink" : "bg-danger-soft text-danger-ink",
      )}
    >
      {isFair ? <Check size={18} aria-hidden /> : <X size={18} aria-hidden />}
      {children}
    </p>
  );
}

type StepProps = { title: string; text: string; isRight?: boolean; children: ReactNode };

function Step({ title, text, isRight, children }: StepProps) {
  return (
    <li>
      <p className="flex items-center gap-1.5 text-label font-semibold">
        {title}
        {isRight !== undefined &&
          (isRight ? (
            <Check size={16} role="img" aria-label={t("Right")} className="text-ok-ink" />
          ) : (
            <X size={16} role="img" aria-label={t("Wrong")} className="text-danger-ink" />
          ))}
      </p>
      <p className="text-caption text-fg2">{text}</p>
      <code className="mt-1 block rounded-sm bg-s2 px-2.5 py-1.5 text-caption [overflow-wrap:anywhere]">
        {children}
      </code>
    </li>
  );
}

function Seeds({ result: { fairness } }: Pick<VerifySheetProps, "result">) {
  const rows = [
    [t("Commitment"), fairness.commitment],
    [t("Server seed"), fairness.serverSeed],
    [t("Your seed"), fairness.clientSeed || t("(none)")],
    [t("Spin number"), String(fairness.nonce)],
    [t("Weights"), fairness.segments.map(({ weight }) => weight).join(", ")],
  ] as const;
  return (
    <dl className="mt-5 grid gap-2 border-t border-line pt-4 text-caption">
      {rows.map(([name, value]) => (
        <div key={name} className="grid gap-x-4 sm:grid-cols-[110px_minmax(0,1fr)]">
          <dt className="text-fg3">{name}</dt>
          <dd className="font-mono [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
