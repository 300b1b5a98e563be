import { Lock } from "lucide-react";
import { useState } from "react";
import { useSession } from "@/session/api";
import { LoginPrompt } from "@/session/LoginPrompt";
import { PriceTag, RailPrice } from "@/shows/PriceTag";
import { Button } from "@/ui/Button";
import { lazyPart } from "@/ui/lazyPart";
import { t } from "../texts";
import type { Asked } from "./asked";
import { hasPending } from "./hasPending";

const AskSheet = lazyPart(() => import("./AskSheet").then((file) => file.AskSheet));
const WaitingButton = lazyPart(() => import("./WaitingButton").then((file) => file.WaitingButton));

type PrivateActionProps = {
  performer: Asked & { privatePrice: number };
  /** A labelled button, or a round one at the edge of a phone's room. */
  look: "button" | "rail";
  topUp?: string | undefined;
};

/** Opens the way into a private show. A request that waits is shown again after a reload. */
export function PrivateAction({ performer, look, topUp }: PrivateActionProps) {
  const { role } = useSession();
  const [open, setOpen] = useState(() => hasPending(performer._id));
  // What the tab remembers is read anew when the sheet closes and when the request is over.
  const [waits, setWaits] = useState(false);
  if (role !== undefined && role !== "user") return null;
  const price = performer.privatePrice;
  const priced = price > 0;
  const press = { onClick: () => setOpen(true), onPointerEnter: () => AskSheet.fetch() };
  function close() {
    setOpen(false);
    setWaits(hasPending(performer._id));
  }

  return (
    <>
      {waits && !open ? (
        <WaitingButton look={look} onOver={() => setWaits(false)} />
      ) : look === "rail" ? (
        <button
          type="button"
          aria-label={
            priced
              ? t("Private show, {count, plural, one {# token} other {# tokens}} a minute", {
                  count: price,
                })
              : t("Private show")
          }
          className="relative grid size-11 place-items-center rounded-full bg-violet text-white backdrop-blur-md"
          {...press}
        >
          <Lock size={20} aria-hidden />
          {priced && <RailPrice price={price} />}
        </button>
      ) : (
        <Button variant="outline" {...press}>
          <Lock size={17} aria-hidden />
          {priced ? (
            <span>{t.rich("Private · {price}", { price: <PriceTag price={price} /> })}</span>
          ) : (
            t("Private show")
          )}
        </Button>
      )}
      {open && role === "user" && <AskSheet performer={performer} topUp={topUp} onClose={close} />}
      {open && role === undefined && (
        <LoginPrompt onClose={() => setOpen(false)}>
          {t("Log in to ask {name} for a private show.", { name: performer.name })}
        </LoginPrompt>
      )}
    </>
  );
}
