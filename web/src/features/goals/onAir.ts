import type { OnAirCard } from "@/declared/slots";
import { GoalsCard } from "./GoalsCard";

export const onAir: OnAirCard = { tab: "goals", Card: GoalsCard };
