import { Lock } from "lucide-react";
import { useState } from "react";
import { useSession } from "@/session/api";
import { LoginPrompt } from "@/session/LoginPrompt";
import { Button } from "@/ui/Button";
import { lazyPart } from "@/ui/lazyPart";
import type { Asked } from "./asked";
import { hasPending } from "./hasPending";

const AskSheet = lazyPart(() => import("./AskSheet").then((file) => file.AskSheet));

type PrivateActionProps = {
  performer: Asked;
  /** A labelled button, or a round one at the edge of a phone's room. */
  look: "button" | "rail";
  topUp?: string | undefined;
};

/** Opens the way into a private show. A request that waits is shown again after a reload. */
export function PrivateAction({ performer, look, topUp }: PrivateActionProps) {
  const { role } = useSession();
  const [open, setOpen] = useState(() => hasPending(performer._id));
  if (role !== undefined && role !== "user") return null;
  const press = { onClick: () => setOpen(true), onPointerEnter: () => AskSheet.fetch() };
  return (
    <>
      {look === "rail" ? (
        <button
          type="button"
          aria-label="Private show"
          className="grid size-11 place-items-center rounded-full bg-violet text-white backdrop-blur-md"
          {...press}
        >
          <Lock size={20} aria-hidden />
        </button>
      ) : (
        <Button variant="outline" {...press}>
          <Lock size={17} aria-hidden />
          Private show
        </Button>
      )}
      {open && role === "user" && (
        <AskSheet performer={performer} topUp={topUp} onClose={() => setOpen(false)} />
      )}
      {open && role === undefined && (
        <LoginPrompt onClose={() => setOpen(false)}>
          Log in to ask {performer.name} for a private show.
        </LoginPrompt>
      )}
    </>
  );
}
