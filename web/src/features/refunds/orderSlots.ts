import type { OrderSlots } from "@/declared/slots";
import { AskBack } from "./AskBack";

export const orderSlots: OrderSlots = { AskBack };
