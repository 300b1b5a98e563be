import type { Schemas } from "@/api/client";

/** What a member gets for what was paid. */
export type Purchase = Schemas["PurchasesPurchaseView"];

/** An item in its owner's library. */
export type OwnedItem = Schemas["PurchasesOwnedItem"];
