import { paths } from "@/app/paths";

/** Whose order it is: who bought it, or who sells it. */
export type Side = "buyer" | "seller";

/** Where each side has its orders. */
export const sides: Readonly<Record<Side, { list: () => string; page: (id: string) => string }>> = {
  buyer: { list: paths.user.orders, page: paths.user.order },
  seller: { list: () => paths.performer.orders(), page: paths.performer.order },
};
