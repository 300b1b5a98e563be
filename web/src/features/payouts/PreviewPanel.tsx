import { CircleAlert } from "lucide-react";
import { cx } from "@/lib/cx";
import { formatDateTime } from "@/lib/time";
import { Lines } from "@/money/payouts/Lines";
import { formatMoney } from "@/money/payouts/words";
import type { Preview } from "./api";
import { t } from "./texts";

type PreviewPanelProps = {
  preview: Preview;
  /** Of another amount than is being written. */
  isOld: boolean;
};

/** What a request would cover and pay now, or why it is not possible. */
export function PreviewPanel({ preview, isOld }: PreviewPanelProps) {
  const { amount, currency, rate, minimum, lines, requestTokens, refusal } = preview;
  return (
    <section
      aria-label={t("Preview")}
      aria-busy={isOld}
      className={cx("rounded-md bg-s2 p-4 transition-opacity", isOld && "opacity-50")}
    >
      {refusal && <Refusal text={refusal} preview={preview} />}
      {requestTokens > 0 && (
        <>
          <Lines lines={lines} total={requestTokens} />
          <p className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3">
            <span className="text-label font-semibold">{t("It pays")}</span>
            <strong className="tnum text-h2 font-extrabold">{formatMoney(amount, currency)}</strong>
          </p>
          <p className="mt-1 text-caption text-fg3">
            {t("{rate} per token, frozen when you ask. The least by this method is {minimum}.", {
              rate: formatMoney(rate, currency),
              minimum: formatMoney(minimum, currency),
            })}
          </p>
        </>
      )}
      {requestTokens === 0 && !refusal && (
        <p className="text-label text-fg2">{t("Nothing is available yet.")}</p>
      )}
    </section>
  );
}

function Refusal({ text, preview }: { text: string; preview: Preview }) {
  const { frozenUntil, openRequestId, available, held } = preview;
  return (
    <div role="alert" className="mb-3 flex gap-2.5 text-label text-danger-ink last:mb-0">
      <CircleAlert size={18} aria-hidden className="mt-0.5 shrink-0" />
      <div>
        <p className="font-semibold">{text}</p>
        {frozenUntil && (
          <p>{t("Payouts begin again on {when}.", { when: formatDateTime(frozenUntil) })}</p>
        )}
        {openRequestId && (
          <p>{t("It is in the list below. You can take it back while it is pending.")}</p>
        )}
        {available === 0 && held > 0 && <p>{t("All you have earned is still held.")}</p>}
      </div>
    </div>
  );
}
