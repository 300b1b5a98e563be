import type { Slots } from "@/declared/slots";
import { PeekAction } from "./PeekAction";

export const slots: Slots = { PeekAction };
