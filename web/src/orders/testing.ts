import type { AdminOrder, BoughtOrder, SoldOrder } from "./types";

const order = {
  _id: "o1",
  orderNumber: "K7PQ-3MWX",
  purchaseId: "p1",
  productId: "mug",
  title: "Signed mug",
  productType: "physical",
  quantity: 2,
  price: 120,
  status: "created",
  createdAt: "2026-11-02T12:00:00Z",
  updatedAt: "2026-11-02T12:00:00Z",
} as const;

const tom = { _id: "tom", username: "tom" };
const nina = { _id: "nina", username: "nina" };

const delivery = {
  deliveryAddress: "Tom Reed\n12 Mill Lane",
  postalCode: "AB1 2CD",
  country: "GB",
  countryName: "United Kingdom",
};

/** Two mugs that Tom bought from Nina, as he sees them. */
export const bought: BoughtOrder = { ...order, performerInfo: nina, delivery, canCancel: true };

/** The same as Nina sees them. */
export const sold: SoldOrder = {
  ...order,
  userInfo: tom,
  delivery,
  dueAt: "2026-11-09T12:00:00Z",
};

/** The same as staff see them. */
export const known: AdminOrder = { ...order, userInfo: tom, performerInfo: nina };
