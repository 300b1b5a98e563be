import type { OnAirCard } from "@/declared/slots";
import { MenuCard } from "./MenuCard";

export const onAir: OnAirCard = { tab: "goals", Card: MenuCard };
