import { createContext, useContext } from "react";
import type { ItemType } from "./kinds";

/** What is offered to a buyer, as the card or page shows it. */
export type Offer = {
  type: ItemType;
  id: string;
  title: string;
  /** In tokens, of one. */
  price: number;
  performerName: string;
  /** A picture of it that anybody may see. */
  picture?: string | undefined;
  /** What it holds, such as "24 photos". */
  holds?: string | undefined;
  /** Of what its seller sends; absent for what is bought once. */
  parcel?: Parcel | undefined;
};

export type Parcel = {
  /** So many are left, or more where that is not told. */
  left: number;
  /** So many are wanted at first. */
  quantity: number;
};

type Buying = {
  /** Asks once whether to buy it, and buys. */
  buy: (offer: Offer) => void;
  /** Fetches what the question needs, when somebody reaches for it. */
  prepare: () => void;
};

/** The way to buy, for those who may: members, and guests who log in first. */
export const BuyingContext = createContext<Buying | undefined>(undefined);

export function useBuying(): Buying | undefined {
  return useContext(BuyingContext);
}
