import { type ReactNode, useMemo, useState } from "react";
import { useSession } from "@/session/api";
import { BuyingContext, type Offer } from "@/store/buying";
import { lazyPart } from "@/ui/lazyPart";
import { useTopUp } from "./useTopUp";

const BuySheet = lazyPart(() => import("@/features/store/BuySheet").then((file) => file.BuySheet));

/** Lets a member buy from every card and page. Who sells or runs the site is offered nothing. */
export function Buying({ children }: { children: ReactNode }) {
  const { role } = useSession();
  const [offer, setOffer] = useState<Offer>();
  const buying = useMemo(() => ({ buy: setOffer, prepare: () => void BuySheet.fetch() }), []);
  const isOffered = role === undefined || role === "user";
  const topUp = useTopUp();
  return (
    <BuyingContext value={isOffered ? buying : undefined}>
      {children}
      {isOffered && offer && (
        <BuySheet offer={offer} topUp={topUp} onClose={() => setOffer(undefined)} />
      )}
    </BuyingContext>
  );
}
