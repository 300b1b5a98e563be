import { Undo2 } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "@/ui/Button";
import { lazyPart } from "@/ui/lazyPart";
import { useNow } from "@/ui/useNow";
import { t } from "../texts";
import type { RefundablePayment } from "./types";

const AskSheet = lazyPart(() => import("./AskSheet").then(({ AskSheet }) => AskSheet));

type AskButtonProps = {
  payment: RefundablePayment;
  /** Short, for a line of a table. */
  isSmall?: boolean;
};

/** Opens the form that asks to have a payment back, until it is too late to ask. */
export function AskButton({ payment, isSmall = false }: AskButtonProps) {
  const [open, setOpen] = useState(false);
  const now = useNow();
  if (!open && Date.parse(payment.until) <= now) {
    return <span className="text-label font-normal text-fg2">{t("Too late to ask")}</span>;
  }
  return (
    <>
      <Button
        size={isSmall ? "sm" : "md"}
        variant={isSmall ? "ghost" : "outline"}
        aria-label={t("Ask for a refund of {count, plural, one {# token} other {# tokens}}", {
          count: payment.refundable,
        })}
        onClick={() => setOpen(true)}
      >
        <Undo2 size={isSmall ? 15 : 17} aria-hidden />
        {isSmall ? t("Refund") : t("Ask for a refund")}
      </Button>
      {/* Outside of the table's cell, whose alignment it would inherit. */}
      {open &&
        createPortal(<AskSheet payment={payment} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}
