import { type ReactNode, useMemo, useState } from "react";
import { useSession } from "@/session/api";
import { BuyingContext, type Offer } from "@/store/buying";
import { lazyPart } from "@/ui/lazyPart";
import { paths } from "./paths";
import { useHasPage } from "./useHasPage";

const BuySheet = lazyPart(() => import("@/features/store/BuySheet").then((file) => file.BuySheet));

/** Lets a member buy from every card and page. Who sells or runs the site is offered nothing. */
export function Buying({ children }: { children: ReactNode }) {
  const { role } = useSession();
  const hasPage = useHasPage();
  const [offer, setOffer] = useState<Offer>();
  const buying = useMemo(() => ({ buy: setOffer, prepare: () => void BuySheet.fetch() }), []);
  const isOffered = role === undefined || role === "user";
  const tokens = paths.user.fundsTokens();
  return (
    <BuyingContext value={isOffered ? buying : undefined}>
      {children}
      {isOffered && offer && (
        <BuySheet
          offer={offer}
          topUp={hasPage(tokens) ? tokens : undefined}
          onClose={() => setOffer(undefined)}
        />
      )}
    </BuyingContext>
  );
}
