import { type ReactNode, useState } from "react";
import { useSession } from "@/session/api";
import { TopUpContext } from "@/session/TopUpLink";
import { lazyPart } from "@/ui/lazyPart";
import { t } from "./texts";
import { useTopUp } from "./useTopUp";

const TopUpSheet = lazyPart(() =>
  import("@/features/shop/TopUpSheet").then((file) => file.TopUpSheet),
);

type TopUpProps = {
  /** The page would lose something if it were left, such as a show. */
  stays: boolean;
  children: ReactNode;
};

/** Lets a member buy tokens over a page. What was begun there is still there when it is opened again. */
export function TopUp({ stays, children }: TopUpProps) {
  const topUp = useTopUp();
  const { role } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const offered = role === "user" && topUp !== undefined;
  return (
    <TopUpContext value={offered ? { open: () => setIsOpen(true), stays } : undefined}>
      {children}
      {offered && isOpen && (
        <TopUpSheet
          back={stays ? t("Back to the room") : t("Go on")}
          onClose={() => setIsOpen(false)}
        />
      )}
    </TopUpContext>
  );
}
