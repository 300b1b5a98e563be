import { Eye } from "lucide-react";
import { useState } from "react";
import { useSession } from "@/session/api";
import { LoginPrompt } from "@/session/LoginPrompt";
import { Button } from "@/ui/Button";
import { lazyPart } from "@/ui/lazyPart";
import type { Shown } from "./api";
import { t } from "./texts";

const PeekSheet = lazyPart(() => import("./PeekSheet").then((file) => file.PeekSheet));

type PeekActionProps = {
  performer: Shown;
  /** A labelled button, or a round one at the edge of a phone's room. */
  look: "button" | "rail";
  /** Whether there is a show to look into; a look that has begun says by itself how it ends. */
  offered: boolean;
  topUp?: string | undefined;
};

/** Opens the way to a look into the private show that goes on. */
export function PeekAction({ performer, look, offered, topUp }: PeekActionProps) {
  const { role } = useSession();
  const [open, setOpen] = useState(false);
  if (role !== undefined && role !== "user") return null;
  const press = { onClick: () => setOpen(true), onPointerEnter: () => PeekSheet.fetch() };
  return (
    <>
      {offered && look === "rail" && (
        <button
          type="button"
          aria-label={t("Look in")}
          className="grid size-11 place-items-center rounded-full bg-violet text-white backdrop-blur-md"
          {...press}
        >
          <Eye size={20} aria-hidden />
        </button>
      )}
      {offered && look === "button" && (
        <Button variant="outline" {...press}>
          <Eye size={17} aria-hidden />
          {t("Look in")}
        </Button>
      )}
      {open && role === "user" && (
        <PeekSheet performer={performer} topUp={topUp} onClose={() => setOpen(false)} />
      )}
      {open && role === undefined && (
        <LoginPrompt onClose={() => setOpen(false)}>
          {t("Log in to look into the show of {name}.", { name: performer.name })}
        </LoginPrompt>
      )}
    </>
  );
}
