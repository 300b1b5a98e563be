import type { Schemas } from "@/api/client";

export type BoughtOrder = Schemas["OrdersBoughtOrder"];
export type SoldOrder = Schemas["OrdersSoldOrder"];
export type AdminOrder = Schemas["OrdersAdminOrder"];
export type Delivery = Schemas["OrdersDelivery"];

/** What everybody of an order sees of it. */
export type Order = Omit<AdminOrder, "userInfo" | "performerInfo">;
export type OrderStatus = Order["status"];
