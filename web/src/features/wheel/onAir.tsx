import type { OnAirCard } from "@/declared/slots";
import { ResultList } from "./ResultList";

/** The spins that wait for the performer. */
export const onAir: OnAirCard = { tab: "wheel", Card: () => <ResultList status="pending" /> };
