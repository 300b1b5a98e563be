import { formatNumber, formatTokens } from "@/lib/format";
import { t } from "../texts";
import type { Line } from "./types";
import { lineName } from "./words";

/** What a payout covers, by kind of income; the lines sum to its tokens. */
export function Lines({ lines, total }: { lines: readonly Line[]; total: number }) {
  return (
    <table className="w-full text-label">
      <caption className="sr-only">{t("What it covers")}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t("Income")}</th>
          <th scope="col">{t("Tokens")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ type, count, token }) => (
          <tr key={type} className="border-b border-line">
            <td className="py-2 pe-4">
              {lineName(type)}
              {count > 0 && <span className="ms-2 text-fg3">× {formatNumber(count, 0)}</span>}
            </td>
            <td className="tnum py-2 text-end">{signed(token)}</td>
          </tr>
        ))}
        <tr className="font-bold">
          <td className="py-2 pe-4">{t("Tokens in all")}</td>
          <td className="tnum py-2 text-end">{formatTokens(total)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function signed(tokens: number): string {
  return tokens < 0 ? `−${formatTokens(-tokens)}` : formatTokens(tokens);
}
