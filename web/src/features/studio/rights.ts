import { t } from "./texts";

/** What a right permits, in words; its id where it is new. */
export function rightName(id: string, models: string): string {
  const names: Record<string, string> = {
    "studio.statistics": t("See statistics"),
    "studio.models": t("Manage {models}", { models: models.toLowerCase() }),
    "studio.earnings": t("See earnings"),
    "studio.payouts": t("Decide payout requests of {models}", { models: models.toLowerCase() }),
    "studio.commissions": t("Offer commissions"),
    "studio.documents": t("Keep documents"),
  };
  return names[id] ?? id;
}
