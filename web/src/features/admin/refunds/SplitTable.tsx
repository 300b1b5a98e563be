import { messageOf } from "@/api/errors";
import { cx } from "@/lib/cx";
import { formatTokens } from "@/lib/format";
import { useLabels } from "@/settings/api";
import { FieldError } from "@/ui/Field";
import type { Split } from "./api";
import { t } from "./texts";

type SplitTableProps = {
  split: Split;
  /** Of another amount than is being written. */
  isOld: boolean;
  problem?: Error | null;
};

/** Who gives what of a refund: at once, and out of later earnings. */
export function SplitTable({ split, isOld, problem }: SplitTableProps) {
  const { model } = useLabels();
  if (problem) return <FieldError>{messageOf(problem)}</FieldError>;
  const { token, siteFee, studioNet, performerNet, studioOwes, performerOwes, absorbed } = split;
  const rows = [
    { name: model, now: performerNet, later: performerOwes },
    ...(studioNet + studioOwes > 0
      ? [{ name: t("Studio"), now: studioNet, later: studioOwes }]
      : []),
    { name: t("Site"), now: siteFee, later: 0 },
  ];
  return (
    <div aria-busy={isOld} className={cx("transition-opacity", isOld && "opacity-50")}>
      <table className="w-full text-label">
        <caption className="sr-only">{t("Who gives what")}</caption>
        <thead className="text-caption text-fg2">
          <tr>
            <th className="pb-2 text-start font-medium">{t("From")}</th>
            <th className="pb-2 text-end font-medium">{t("At once")}</th>
            <th className="pb-2 text-end font-medium">{t("Owed")}</th>
          </tr>
        </thead>
        <tbody className="tnum">
          {rows.map(({ name, now, later }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-2.5 text-start font-normal">
                {name}
              </th>
              <td className="py-2.5 text-end">{formatTokens(now)}</td>
              <td className={cx("py-2.5 text-end", later > 0 && "font-bold text-danger-ink")}>
                {later > 0 ? formatTokens(later) : "–"}
              </td>
            </tr>
          ))}
          <tr className="border-t border-line font-bold">
            <th scope="row" className="py-2.5 text-start">
              {t("To the member")}
            </th>
            <td colSpan={2} className="py-2.5 text-end">
              {formatTokens(token)}
            </td>
          </tr>
        </tbody>
      </table>
      {performerOwes + studioOwes > 0 && (
        <p className="mt-2 text-caption text-fg3">
          {t(
            "What is owed comes out of later earnings, before any payout. The member has it at once.",
          )}
        </p>
      )}
      {absorbed > 0 && (
        <p className="mt-2 text-caption text-fg3">
          {t("The site bears {absorbed} of it in place of the others.", { absorbed })}
        </p>
      )}
    </div>
  );
}
