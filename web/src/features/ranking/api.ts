import type { Schemas } from "@/api/client";
import { apiQuery } from "@/api/queries";

/** What orders lists of performers, as the program uses it. */
export type Formula = Schemas["RankingFormula"];

/** The formula. It changes with the program, and its rotating places with a setting. */
export const rankingFormula = () => apiQuery(["ranking"], "/ranking", {}, { staleTime: 60_000 });

/** Where a performer stands, and why; of the last turn. */
export const myRanking = () =>
  apiQuery(["ranking", "mine"], "/performers/me/ranking", {}, { refetchInterval: 60_000 });
